// crowd.mjs — a crowded map under the hand, for the browser's tests and for bench/client.mjs. Both functions run in the
// page, on the canvas of the map.

/** Puts a thousand counters on the map: those there are, again and again, over all hexes. Says how many hexes. */
export const crowd = ({ board }) => {
    const { store } = board.game;
    const { position } = store.get();
    const known = [...position.pieces.values()].filter((piece) => piece.hex !== null);
    const hexes = board.map.columns * board.map.rows;
    const pieces = new Map(), stacks = new Map();
    for (let i = 0; i < 1000; i++) {
        const hex = Math.floor((i * hexes) / 1000);
        const piece = { ...known[i % known.length], i, hex, z: 0 };
        pieces.set(i, piece);
        stacks.set(hex, [piece]);
    }
    store.set({ position: { ...position, pieces, stacks } });
    return hexes;
};

/** Pans in circles, once round so that the tiles are there and then so many frames; says what each took, in ms. */
export const pan = async ({ board }, frames) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const step = (i) => board.pan(Math.cos(i / 15) * 14, Math.sin(i / 15) * 14);
    for (let i = 0; i < 95; i++) step(i), await frame();
    const times = [];
    let last = performance.now();
    for (let i = 0; i < frames; i++) {
        step(i);
        await frame();
        const now = performance.now();
        times.push(now - last);
        last = now;
    }
    return times;
};
