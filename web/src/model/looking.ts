// looking.ts — overlays on the map and the panels: asked for when the player looks, and after each order.

import type { Aim, Offer, OverlayAnswer, Panel, PlanNote, Post, Profile } from '../net/protocol';
import type { Game } from './game';
import type { OverlayAbout } from './state';

const NOTHING = { overlay: null, pointing: null, profile: null, showControl: false, showAims: false };

export class Looking {
  /** How many places look at the panels. */
  private watched = 0;
  /** Kinds of question that no panel is about. */
  private plain = new Set<string>();
  /** A cut is asked for. */
  private cutting = false;
  private postsAt: { key: string; posts: Promise<Post[]> } | null = null;

  constructor(private game: Game) {}

  private get state() {
    return this.game.state;
  }

  /** Shows an overlay of the system's, or none. */
  async showOverlay(kind: string | null, about: OverlayAbout = {}) {
    if (!kind) {
      this.game.store.set(NOTHING);
      return;
    }
    const answer = await this.game.ask<OverlayAnswer>({ t: 'overlay', kind, ...about });
    if (answer.kind === 'answer') this.game.store.set({ ...NOTHING, overlay: { ...answer.value, kind, about } });
    else this.game.notice(answer.kind === 'error' ? answer.text : answer.refusal.text);
  }

  showControl() {
    this.game.store.set({ ...NOTHING, showControl: true });
  }

  /** Coins on the goals. */
  async showAims() {
    this.game.store.set({ ...NOTHING, showAims: true });
    await this.readAims();
  }

  /** The next hex clicked is the overlay's subject. */
  point(kind: string, side: string | null, wants: 'piece' | 'hex') {
    this.game.store.set({ ...NOTHING, pointing: { kind, side, wants } });
  }

  /** The overlay from which the ground can be cut, if the system has one. */
  get sightKind(): string | null {
    return this.state.looks?.declared.overlays.find((kind) => kind.profile)?.name ?? null;
  }

  /** Two clicks from now on are the ends of a line of sight; a second time it is put away. */
  toggleSight() {
    const kind = this.sightKind;
    if (!kind) return;
    const on = this.state.pointing?.kind === kind || this.state.overlay?.kind === kind;
    if (on) this.game.store.set(NOTHING);
    else this.point(kind, null, 'hex');
  }

  /** Shows what lies between the two ends of a refusal, if the one does not see the other. */
  async explain(from: number, to: number) {
    if (!this.sightKind || from === to) return;
    const { refusal } = this.state;
    const answer = await this.game.ask<Profile>({ t: 'profile', from, to });
    if (answer.kind === 'answer' && !answer.value.seen && this.state.refusal === refusal)
      this.game.store.set({ profile: answer.value });
  }

  /** From now on each hex clicked or pointed at is looked at from the overlay's subject. */
  beginCut() {
    const { overlay } = this.state;
    if (overlay) this.game.store.set({ pointing: { kind: overlay.kind, side: null, wants: 'cut' } });
  }

  endCut() {
    this.game.store.set({ profile: null, ...(this.state.pointing?.wants === 'cut' ? { pointing: null } : {}) });
  }

  /** Shows the ground up to that hex, unless one that was asked for before is still awaited. */
  async cutTo(to: number, waits = false) {
    const from = this.state.overlay?.about.hex;
    if (from === undefined || from === to || (waits && this.cutting)) return;
    this.cutting = true;
    const answer = await this.game.ask<Profile>({ t: 'profile', from, to });
    this.cutting = false;
    if (answer.kind === 'answer' && this.state.overlay?.about.hex === from)
      this.game.store.set({ profile: answer.value });
  }

  /** Takes a click for the overlay that waits for one; true if it did. */
  async pointed(hex: number): Promise<boolean> {
    const { pointing } = this.state;
    if (!pointing) return false;
    if (pointing.wants === 'cut') {
      await this.cutTo(hex);
      return true;
    }
    const piece = this.game.shown()?.stacks.get(hex)?.[0]?.i;
    if (pointing.wants === 'piece' && piece === undefined) return true;
    const side = pointing.side ? { side: pointing.side } : {};
    await this.showOverlay(pointing.kind, {
      ...side,
      ...(pointing.wants === 'piece' ? { piece: piece! } : { hex }),
    });
    if (this.state.looks?.overlays.get(pointing.kind)?.profile) this.beginCut(); // the next click is the other end
    return true;
  }

  watchPanels(watched: boolean) {
    this.watched += watched ? 1 : -1;
    if (!watched) return;
    this.readPanels();
    this.readAims();
  }

  /** The game has gone on: everything looked at is asked for again. */
  async again() {
    const { overlay, profile, pointing } = this.state;
    if (overlay)
      this.showOverlay(overlay.kind, overlay.about).then(() => {
        if (this.state.overlay && pointing?.wants === 'cut') this.game.store.set({ pointing });
        if (profile) this.cutTo(profile.to);
      });
    if (this.state.showAims || this.watched) this.readAims();
    if (this.watched) this.readPanels();
  }

  /** Reads the panels for a question, unless none of them was about such a question before. */
  async readFor(kind: string) {
    if (this.plain.has(kind) || !this.state.looks?.declared.panels) return;
    await this.readPanels();
    if (!this.state.offers.length && !this.state.panels.some((panel) => panel.atHand)) this.plain.add(kind);
  }

  async readPanels(): Promise<Offer[]> {
    if (!this.state.looks?.declared.panels) return [];
    const seq = this.state.position?.keys.seq;
    const answer = await this.game.ask<{ panels: Panel[]; notes: PlanNote[]; offers?: Offer[] }>({ t: 'panels' });
    if (answer.kind !== 'answer') return [];
    const { panels, notes, offers } = answer.value;
    const fresh = this.state.position?.keys.seq === seq ? (offers ?? []) : [];
    this.game.store.set({ panels, planNotes: notes ?? [], offers: fresh });
    return fresh;
  }

  async readAims(): Promise<Post[]> {
    if (!this.state.looks?.declared.aims) return [];
    const answer = await this.game.ask<{ aims: Aim[]; posts?: Post[] }>({ t: 'aims' });
    if (answer.kind !== 'answer') return [];
    this.game.store.set({ aims: answer.value.aims });
    return answer.value.posts ?? [];
  }

  /** The posts of this position; they are asked for when an order is begun, so that none waits for them. */
  posts(): Promise<Post[]> {
    const { seq, as } = this.state.position!.keys;
    const key = `${seq} ${as}`;
    if (!this.state.looks?.declared.posts) return Promise.resolve([]);
    if (this.postsAt?.key !== key) this.postsAt = { key, posts: this.readAims() };
    return this.postsAt.posts;
  }
}
