// profile.tsx — a cut through the ground from one hex to another: the ground between, the cover on it, and the line of
// sight above it with the point where it is nearest to being cut.

import { t } from '../i18n';
import type { Game } from '../model/game';
import { useStore } from '../model/store';
import type { Profile } from '../net/protocol';
import { hexWords } from './orders';
import { capital, Sentence } from './words';

const WIDE = 420;
const HIGH = 130;
const SIDE = 34; // left for the heights
const FOOT = 16; // left for the hexes

const metres = (decimetres: number) => `${Math.round(decimetres / 10)}`;

/** Where the cut comes into each hex: how far along, and which. */
function hexesOf({ points }: Profile): { at: number; hex: number }[] {
  const last = points.length - 1;
  const found: { at: number; hex: number; from: number }[] = [];
  points.forEach(([hex], i) => {
    const open = found[found.length - 1];
    if (open?.hex === hex) open.at = (open.from + i) / 2 / last;
    else found.push({ hex, from: i, at: i / last });
  });
  return found;
}

function Cut({ profile, numbers }: { profile: Profile; numbers: string[] }) {
  const { points, contention, seen } = profile;
  const tops = points.map(([, ground, cover]) => ground + cover);
  const low = Math.min(...points.map(([, ground]) => ground));
  const high = Math.max(...tops, low + 100, contention?.line ?? low);
  const x = (share: number) => SIDE + share * (WIDE - SIDE - 8);
  const y = (height: number) => HIGH - FOOT - ((height - low + 20) / (high - low + 40)) * (HIGH - FOOT - 8);
  const last = points.length - 1;
  const line = (heights: number[]) => heights.map((height, i) => `${x(i / last)},${y(height)}`);
  const ground = line(points.map(([, height]) => height));
  const hexes = hexesOf(profile);
  const every = Math.ceil(hexes.length / 11);
  return (
    <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={profile.verdict} class={seen ? 'seen' : 'unseen'}>
      <polygon class="cover" points={[...line(tops), ...[...ground].reverse()].join(' ')} />
      <polygon class="ground" points={[...ground, `${x(1)},${HIGH - FOOT}`, `${x(0)},${HIGH - FOOT}`].join(' ')} />
      <line class="sight" x1={x(0)} y1={y(points[0]![1])} x2={x(1)} y2={y(points[last]![1])} />
      {contention && (
        <>
          <line
            class="contention"
            x1={x(contention.permille / 1000)}
            x2={x(contention.permille / 1000)}
            y1={y(contention.top)}
            y2={y(contention.line)}
          />
          <circle cx={x(contention.permille / 1000)} cy={y(contention.top)} r="4" />
        </>
      )}
      {[low, high].map((height) => (
        <text key={height} x={SIDE - 5} y={y(height) + 3} text-anchor="end">
          {metres(height)} m
        </text>
      ))}
      {hexes
        .filter((_, i) => i % every === 0)
        .map(({ at, hex }) => (
          <text key={at} x={x(at)} y={HIGH - 4} text-anchor="middle">
            {numbers[hex]}
          </text>
        ))}
    </svg>
  );
}

export function ProfileBox({ game }: { game: Game }) {
  const profile = useStore(game.store, (state) => state.profile);
  const map = useStore(game.store, (state) => state.map);
  if (!profile || !map) return null;
  return (
    <section class="profile on-map" aria-label={t('profile.title')}>
      <header>
        <h2>{t('profile.between', { from: hexWords(game, profile.from), to: hexWords(game, profile.to) })}</h2>
        <button type="button" class="icon" aria-label={t('close')} onClick={() => game.looking.endCut()}>
          ✕
        </button>
      </header>
      <Cut profile={profile} numbers={map.numbers} />
      <p aria-live="polite">
        <Sentence game={game} text={capital(profile.verdict)} />
      </p>
    </section>
  );
}
