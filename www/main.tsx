// Starts the page: theme, URL, keys, then the components. Also offers tests a way to wait until nothing moves.
import { effect } from '@preact/signals';
import { options, render } from 'preact';
import { afterCharts, drawn } from './charts/scheduler';
import { quiet } from './engine/client';
import { App } from './panels/app';
import { installPageCommands } from './panels/commands';
import { mountsLater } from './panels/later';
import { sharpening } from './panels/map_picture';
import { warmUp } from './state/files';
import { followHistory, hashSettling } from './state/history';
import { settling } from './state/selection';
import { chosenModule, looking, planning, reading, viewState } from './state/store';
import { followTheme } from './state/theme';
import { honourUrl } from './state/view';

declare global {
  interface Window {
    xmv: { idle(): Promise<void> };
  }
}

function busy(): boolean {
  if (looking.value !== null || planning.value > 0 || mountsLater()) return true;
  return (
    reading.value || settling.value || hashSettling.value || sharpening.value || viewState.value.kind === 'loading'
  );
}

/** Resolves when nothing is being loaded, asked or drawn. */
async function idle(): Promise<void> {
  // Answers lead to renderings and those to new questions; three quiet frames in a row end it.
  for (let calm = 0; calm < 3; ) {
    await quiet();
    await drawn();
    await new Promise((resolve) => setTimeout(resolve));
    calm = busy() ? 0 : calm + 1;
  }
}

options.debounceRendering = afterCharts;
followTheme();
followHistory(honourUrl);
effect(() => {
  const title = chosenModule.value?.title;
  document.title = title ? `${title} · XLA Memory Viewer` : 'XLA Memory Viewer';
});
installPageCommands();
const root = document.getElementById('app');
if (root) render(<App />, root);
window.xmv = { idle };
// After the first picture.
setTimeout(warmUp, 50);
