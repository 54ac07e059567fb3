// main.tsx — the page: settings first, then whichever screen the address names.

import './style/index.css';
import { render } from 'preact';
import { useLanguage } from './i18n';
import { hirePainter, showPainter } from './map/painter';
import { route } from './model/route';
import { beginSettings } from './model/settings';
import { useStore } from './model/store';
import { askEarly } from './net/api';
import { fileAt, isHere, site } from './net/here';
import { GameScreen } from './ui/game';
import { BoardPage, BookPage } from './ui/lazy';
import { Lobby } from './ui/lobby';

function App() {
  useLanguage();
  const { game, invite, book, board } = useStore(route, (value) => value);
  if (board) return <BoardPage {...board} />;
  if (book) return <BookPage system={book.system} at={book.rule} />;
  return game ? <GameScreen key={game} id={game} invite={invite} /> : <Lobby />;
}

const { game, invite } = route.get();
if (game) hirePainter();
const place = document.getElementById('app')!;
beginSettings().finally(() => {
  if (game && !isHere(game)) askEarly(game, invite, showPainter);
  place.replaceChildren();
  render(<App />, place);
});

// Without a connection the page opens all the same, and says so.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register(fileAt(site ? 'sw.js?site' : 'sw.js')).catch(() => {});
