// symbols.tsx — the small drawings of the table of symbols in the page: legends, help, lists.

import type { LookTable } from '../model/looks';
import type { Badge, MarkKind, SymbolPart } from '../net/protocol';

const INK = '#141414';
const PAPER = '#fffdf4';

interface Painted {
  colour?: string | undefined;
  ink?: string | undefined;
  level?: number | undefined;
}

function Part({ part, colour, ink = INK, level }: { part: SymbolPart } & Painted) {
  const { paint, width = 0, path } = part;
  if (paint === 'text' || paint === 'level') {
    const words = paint === 'text' ? part.words : level ? String(level) : '';
    const { x = 0, y = 0, size = 1 } = part;
    return (
      <text x={x} y={y + size * 0.36} font-size={size} text-anchor="middle" font-weight="bold" fill={ink}>
        {words}
      </text>
    );
  }
  if (paint === 'fill') return <path d={path} fill={ink} fill-rule="evenodd" />;
  if (paint === 'ground' || paint === 'paper')
    return (
      <>
        {width > 0 && <path d={path} fill="none" stroke={ink} stroke-width={width} />}
        <path d={path} fill={paint === 'paper' ? PAPER : (colour ?? PAPER)} fill-rule="evenodd" />
      </>
    );
  const stroke = paint === 'halo' ? '#ffffff' : paint === 'dark' ? '#1a1a1a' : ink;
  return <path d={path} fill="none" stroke={stroke} stroke-width={width} opacity={paint === 'faint' ? 0.35 : 1} />;
}

/** A drawing by its name, in a box that is two high and, if it is wide, three across. */
export function SymbolIcon({
  looks,
  name,
  wide,
  ...paints
}: { looks: LookTable; name: string; wide?: boolean } & Painted) {
  const half = wide ? 1.62 : 1.3;
  return (
    <svg class="symbol" viewBox={`${-half} -1.3 ${2 * half} 2.6`} aria-hidden="true">
      {wide && <rect x={-1.5} y={-1} width={3} height={2} fill={PAPER} stroke={INK} stroke-width={0.2} />}
      {(looks.symbols.get(name) ?? []).map((part, i) => (
        <Part key={i} part={part} {...paints} />
      ))}
    </svg>
  );
}

/** The sign of a badge, if it is drawn. */
export function BadgeIcon({ looks, badge }: { looks: LookTable; badge: Badge }) {
  const sign = looks.signs.get(badge.sign);
  if (!sign?.drawing) return null;
  return <SymbolIcon looks={looks} name={sign.drawing} colour={sign.colour} ink={sign.ink} level={badge.level} />;
}

function MarkIcon({ looks, kind }: { looks: LookTable; kind: MarkKind }) {
  if (kind.drawing) return <SymbolIcon looks={looks} name={kind.drawing} colour={kind.colour} ink={kind.ink} />;
  return (
    <svg class="symbol" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">
      <rect x={-1.1} y={-0.5} width={2.2} height={1} fill={kind.colour ?? PAPER} stroke={INK} stroke-width={0.2} />
    </svg>
  );
}

/** Everything that may be seen on counters and hexes, with its meaning. */
export function SignLegend({ looks }: { looks: LookTable }) {
  const { branches, signs, marks, values } = looks.declared;
  return (
    <>
      <ul class="signs">
        {branches.map(({ symbol, meaning }) => (
          <li key={symbol}>
            <SymbolIcon looks={looks} name={symbol} wide /> {meaning}
          </li>
        ))}
      </ul>
      <ul class="signs">
        {signs
          .filter((sign) => sign.place !== 'told')
          .map((sign) => (
            <li key={sign.name}>
              <BadgeIcon looks={looks} badge={{ sign: sign.name, level: 2 }} /> {sign.meaning}
            </li>
          ))}
        {marks
          .filter((kind) => kind.shape !== 'told')
          .map((kind) => (
            <li key={kind.name}>
              <MarkIcon looks={looks} kind={kind} /> {kind.meaning}
            </li>
          ))}
      </ul>
      <p class="quiet">{Object.values(values).join(' · ')}</p>
    </>
  );
}
