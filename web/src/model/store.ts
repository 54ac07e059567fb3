// store.ts — one place for what the client knows. A component that shows it subscribes; a change names its keys.

import { useEffect, useState } from 'preact/hooks';

export interface Store<T extends object> {
  get(): T;
  set(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(change) {
      let differs = false;
      for (const key of Object.keys(change) as (keyof T)[]) if (value[key] !== change[key]) differs = true;
      if (!differs) return;
      value = { ...value, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The chosen part of a store; renders again when that part is another. */
export function useStore<T extends object, R>(store: Store<T>, choose: (value: T) => R): R {
  const [, again] = useState(0);
  const chosen = choose(store.get());
  useEffect(() => {
    let last = choose(store.get());
    if (last !== chosen) again((n) => n + 1);
    return store.subscribe(() => {
      const next = choose(store.get());
      if (next === last) return;
      last = next;
      again((n) => n + 1);
    });
  }, [store]);
  return chosen;
}
