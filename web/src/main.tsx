// main.tsx — the page: settings first, then the screen of the address.

import './style/index.css';
import { render } from 'preact';
import { useLanguage } from './i18n';
import { hirePainter, showPainter } from './map/painter';
import { route } from './model/route';
import { beginSettings } from './model/settings';
import { useStore } from './model/store';
import { askEarly, getScenarios } from './net/api';
import { engine, fileAt, isHere, site } from './net/here';
import { GameScreen } from './ui/game';
import {
  BoardPage,
  BookPage,
  CampaignsPage,
  LearnPage,
  ModeratorsPage,
  NewGamePage,
  PlayerPage,
  ReportPage,
  StudyPage,
} from './ui/lazy';
import { Lobby } from './ui/lobby';

function App() {
  useLanguage();
  const { game, invite, book, board, learn, fresh, report, study, player, moderation, campaigns } = useStore(
    route,
    (value) => value,
  );
  if (report) return <ReportPage key={report} id={report} />;
  if (study) return <StudyPage {...study} />;
  if (learn) return <LearnPage />;
  if (fresh) return <NewGamePage key={fresh} id={fresh} />;
  if (board) return <BoardPage {...board} />;
  if (campaigns !== null) return <CampaignsPage number={campaigns} />;
  if (moderation) return <ModeratorsPage />;
  if (player) return <PlayerPage name={player} />;
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

// On a site every game is played here: the engine comes while the page is still being made.
if (site)
  engine().then(async (backend) => {
    backend.warm();
    const [first] = await getScenarios();
    backend.warm(first?.system);
  });

// Without a connection the page opens all the same, and says so.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  navigator.serviceWorker.register(fileAt(site ? 'sw.js?site' : 'sw.js')).catch(() => {});
