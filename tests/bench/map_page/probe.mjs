// What the map benchmark puts into the page before its own script runs, and the interactions it plays. It measures from the
// outside: questions and answers of the worker, and the callbacks that paint. While a step is measured,
// requestAnimationFrame answers at once, so that times are work and not waiting for the screen; the baselines don't wait
// for it either. Between steps it is the browser's: the page's idle() would turn so fast otherwise that its garbage is
// collected in the middle of what is measured.

/** Runs in the page, as text. */
export function probe() {
  const calls = new Map();
  // What is waited for: an answer to `op`, then the callback that paints it on canvas `layer` of the map.
  const probeState = { answers: [], measuring: false, op: '', layer: 0, answered: false, onPainted: null };
  window.probe = probeState;

  // Callbacks run in a task of their own right away.
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => {
    const callback = waiting.shift();
    callback?.(performance.now());
    // Recorded drawing is painted now, as the compositor would make it.
    const canvas = document.querySelectorAll('[data-testid="map-chart"] canvas')[probeState.layer];
    canvas?.getContext('2d').getImageData(0, 0, 1, 1);
    if (probeState.answered) probeState.onPainted?.(performance.now());
  };
  const original = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    if (!probeState.measuring) return original(callback);
    waiting.push(callback);
    channel.port2.postMessage(null);
    return waiting.length;
  };

  const Original = window.Worker;
  window.Worker = class extends Original {
    postMessage(message, ...rest) {
      if (message?.type === 'call') calls.set(message.id, { op: message.op });
      super.postMessage(message, ...rest);
    }
    set onmessage(listener) {
      super.onmessage = (event) => {
        const call = event.data?.type === 'answer' ? calls.get(event.data.id) : undefined;
        if (call) {
          calls.delete(event.data.id);
          probeState.answers.push({ op: call.op, end: performance.now() });
          if (call.op === probeState.op) probeState.answered = true;
        }
        listener.call(this, event);
      };
    }
  };

  /** Dispatches an event; milliseconds until the answer to `op` is painted on a layer. */
  window.measure = async (op, layer, dispatch) => {
    await window.xmv.idle();
    Object.assign(probeState, { op, layer, answered: false, measuring: true });
    const painted = new Promise((resolve) => {
      probeState.onPainted = resolve;
    });
    const start = performance.now();
    dispatch();
    const end = await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, 5000, Number.NaN))]);
    probeState.measuring = false;
    return end - start;
  };
}

/** In the page: plays `steps` and returns for each the milliseconds until the new picture was painted. */
export async function play(steps) {
  const host = document.querySelector('[data-testid="map-chart"]');
  host.setPointerCapture = () => {};
  const times = [];
  for (const { kind, x, y, amount } of steps) {
    const box = host.getBoundingClientRect();
    const at = {
      clientX: box.left + x * box.width,
      clientY: box.top + y * box.height,
      bubbles: true,
      cancelable: true,
    };
    const point = (type, by) =>
      host.dispatchEvent(
        new PointerEvent(type, { ...at, clientX: at.clientX + by, pointerId: 1, pointerType: 'mouse', button: 0 }),
      );
    if (kind === 'pan') {
      point('pointerdown', 0);
      point('pointermove', Math.sign(amount) * 5);
    }
    const turn = () =>
      host.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: amount, shiftKey: kind === 'zoomY' }));
    times.push(await window.measure('mapImage', 0, kind === 'pan' ? () => point('pointermove', amount) : turn));
    if (kind === 'pan') point('pointerup', amount);
  }
  return times;
}

/** In the page: moves the pointer to places and returns for each the milliseconds until what is there is outlined. */
export async function hoverAt(places) {
  const host = document.querySelector('[data-testid="map-chart"]');
  const times = [];
  for (const { x, y } of places) {
    const box = host.getBoundingClientRect();
    const at = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
    const move = () =>
      host.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerId: 1, pointerType: 'mouse' }));
    times.push(await window.measure('cursor', 2, move));
  }
  return times;
}
