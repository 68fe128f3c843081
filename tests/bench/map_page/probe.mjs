// What the map benchmark puts into the page before its own script runs, and the interactions it plays. It measures from the
// outside: questions and answers of the worker, and the callbacks that paint. requestAnimationFrame answers at once, so
// that times are work and not waiting for the screen.

/** Runs in the page, as text. */
export function probe() {
  const calls = new Map();
  const probeState = { answers: [], onPicture: null, onHit: null };
  window.probe = probeState;

  // Callbacks run in a task of their own right away.
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => {
    const callback = waiting.shift();
    callback?.(performance.now());
    // Recorded drawing is painted now, as the compositor would make it.
    const canvas = document.querySelector('[data-testid="map-chart"] canvas');
    canvas?.getContext('2d').getImageData(0, 0, 1, 1);
    if (probeState.pictured) {
      probeState.pictured = false;
      probeState.onPicture?.(performance.now());
    }
  };
  window.requestAnimationFrame = (callback) => {
    waiting.push(callback);
    channel.port2.postMessage(null);
    return waiting.length;
  };

  const Original = window.Worker;
  window.Worker = class extends Original {
    postMessage(message, ...rest) {
      if (message?.type === 'call')
        calls.set(message.id, { op: message.op, args: message.args, at: performance.now() });
      super.postMessage(message, ...rest);
    }
    set onmessage(listener) {
      super.onmessage = (event) => {
        const call = event.data?.type === 'answer' ? calls.get(event.data.id) : undefined;
        if (call) {
          calls.delete(event.data.id);
          const { exact } = call.args;
          probeState.answers.push({ op: call.op, exact, ms: performance.now() - call.at, end: performance.now() });
          if (call.op === 'mapImage') probeState.pictured = true;
        }
        listener.call(this, event);
        if (call?.op === 'mapHit') probeState.onHit?.();
      };
    }
  };
}

/** In the page: plays `steps` and returns for each the milliseconds until the new picture was painted. */
export async function play(steps) {
  const host = document.querySelector('[data-testid="map-chart"]');
  const times = [];
  const pictured = () =>
    new Promise((resolve) => {
      window.probe.onPicture = resolve;
    });
  for (const { kind, x, y, amount } of steps) {
    await window.xmv.idle();
    window.probe.answers.length = 0;
    window.probe.pictured = false;
    const box = host.getBoundingClientRect();
    const at = {
      clientX: box.left + x * box.width,
      clientY: box.top + y * box.height,
      bubbles: true,
      cancelable: true,
    };
    const pointer = { ...at, pointerId: 1, pointerType: 'mouse', button: 0 };
    if (kind === 'pan') {
      host.setPointerCapture = () => {};
      host.dispatchEvent(new PointerEvent('pointerdown', pointer));
      host.dispatchEvent(
        new PointerEvent('pointermove', { ...pointer, clientX: pointer.clientX + Math.sign(amount) * 5 }),
      );
      await window.xmv.idle();
    }
    const done = pictured();
    const start = performance.now();
    if (kind === 'zoom') host.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: amount, shiftKey: false }));
    if (kind === 'zoomY') host.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: amount, shiftKey: true }));
    if (kind === 'pan')
      host.dispatchEvent(new PointerEvent('pointermove', { ...pointer, clientX: pointer.clientX + amount }));
    const end = await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 5000, Number.NaN))]);
    times.push(end - start);
    if (kind === 'pan')
      host.dispatchEvent(new PointerEvent('pointerup', { ...pointer, clientX: pointer.clientX + amount }));
  }
  return times;
}

/** In the page: moves the pointer to places and returns for each the milliseconds until the hit is known and outlined. */
export async function hoverAt(places) {
  const host = document.querySelector('[data-testid="map-chart"]');
  const times = [];
  const layer = host.querySelectorAll('canvas')[2].getContext('2d');
  for (const { x, y } of places) {
    await window.xmv.idle();
    window.probe.answers.length = 0;
    const box = host.getBoundingClientRect();
    const at = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
    const hit = new Promise((resolve) => {
      window.probe.onHit = resolve;
    });
    const start = performance.now();
    host.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, pointerId: 1, pointerType: 'mouse' }));
    await Promise.race([hit, new Promise((resolve) => setTimeout(resolve, 2000))]);
    // What was marked is painted: the flush is the last thing.
    layer.getImageData(0, 0, 1, 1);
    times.push(performance.now() - start);
  }
  return times;
}
