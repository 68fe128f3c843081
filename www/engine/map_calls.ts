// The worker's answers to the map's questions (map_messages.ts). Keeps the space view on the axis and in the colours that
// a question asks for: both are the view's state, and changing either makes the core lay out or classify anew.
import type { Failure, SpaceView } from '#wasm/memory_viewer.js';
import type { LargestBlocks, MapOperations, MapWindow } from './map_messages';
import { AXIS, COLOR_BY } from './orders';

type MapHandlers = {
  [K in keyof MapOperations]: (args: MapOperations[K]['args']) => MapOperations[K]['result'] | Failure;
};

export interface MapCalls {
  /** A new space view: it starts on program points, coloured by allocation type. */
  forget(): void;
  /** Puts the view on an axis; false: it has no such axis. */
  onAxis(view: SpaceView, axis: number): boolean;
  readonly handlers: MapHandlers;
}

function largest(view: SpaceView, at: MapWindow, most: number): LargestBlocks {
  const { buffer, name } = view.mapLabels(at.x0, at.x1, at.y0, at.y1, at.width, at.height, 0, 0, most);
  const seen = new Set<number>();
  const rows = { buffer: [], name: [], start: [], end: [], lo: [], hi: [] } as {
    [K in keyof LargestBlocks]: LargestBlocks[K][number][];
  };
  for (let i = 0; i < buffer.length; i++) {
    const id = buffer[i] as number;
    if (seen.has(id)) continue;
    seen.add(id);
    const blocks = view.mapBlocks(id);
    for (let k = 0; k < blocks.start.length; k++) {
      const [start, end] = [blocks.start[k] as number, blocks.end[k] as number];
      if (end <= at.x0 || start >= at.x1) continue;
      rows.buffer.push(id);
      rows.name.push(name[i] ?? '');
      rows.start.push(start);
      rows.end.push(end);
      rows.lo.push(blocks.lo[k] as number);
      rows.hi.push(blocks.hi[k] as number);
    }
  }
  return rows;
}

/** `viewOf` gives the view a question means, `superseded` is what to say when it is gone. */
export function mapCalls(viewOf: (args: { view: number }) => SpaceView | null, superseded: Failure): MapCalls {
  let axisNow: number = AXIS.events;
  let colorNow: number = COLOR_BY.type;

  const onAxis = (view: SpaceView, axis: number): boolean => {
    if (axis === axisNow) return true;
    if (!view.setAxis(axis)) return false;
    axisNow = axis;
    colorNow = COLOR_BY.type; // the map is laid out anew
    return true;
  };

  /** The view on the axis asked for. */
  const placed = (args: { view: number; axis: number }): SpaceView | null => {
    const view = viewOf(args);
    return view && onAxis(view, args.axis) ? view : null;
  };

  return {
    forget() {
      axisNow = AXIS.events;
      colorNow = COLOR_BY.type;
    },
    onAxis,
    handlers: {
      place(args) {
        const view = viewOf(args);
        if (!view) return superseded;
        const ok = onAxis(view, args.axis);
        const { points } = view.overview();
        const all = view.toAxis([...args.points, points]);
        return { ok, position: all.slice(0, -1), length: all[all.length - 1] ?? points };
      },
      unplace(args) {
        const view = placed(args);
        return view ? { point: Float64Array.from(args.positions, (at) => view.toPoint(at)) } : superseded;
      },
      cursor(args) {
        const view = placed(args);
        if (!view) return superseded;
        const buffer = view.mapHit(args.position, args.address);
        const blocks = buffer < 0 ? null : view.mapBlocks(buffer);
        return { info: view.pointInfo(view.toPoint(args.position)), buffer, blocks };
      },
      peaks(args) {
        const view = viewOf(args);
        return view ? { point: view.localPeaks(args.leastBytes) } : superseded;
      },
      firstAbove(args) {
        const view = viewOf(args);
        return view ? { point: view.firstAbove(args.bytes) } : superseded;
      },
      findInstruction(args) {
        const view = viewOf(args);
        return view ? { point: view.findInstruction(args.text, args.from) } : superseded;
      },
      map: (args) => placed(args)?.map() ?? superseded,
      legend(args) {
        const view = placed(args);
        if (!view) return superseded;
        colorNow = args.by;
        return view.mapColorBy(args.by, args.point);
      },
      mapImage(args) {
        const view = placed(args);
        if (!view) return superseded;
        if (args.by !== colorNow) {
          colorNow = args.by;
          view.mapColorBy(args.by, 0);
        }
        const { x0, x1, y0, y1, width, height, palette, background, exact, spare } = args;
        return view.mapImage(x0, x1, y0, y1, width, height, palette, background, exact, spare);
      },
      mapLabels(args) {
        const { x0, x1, y0, y1, width, height, minWidth, minHeight, most } = args;
        return placed(args)?.mapLabels(x0, x1, y0, y1, width, height, minWidth, minHeight, most) ?? superseded;
      },
      mapBlocks: (args) => placed(args)?.mapBlocks(args.buffer) ?? superseded,
      mapLargest(args) {
        const view = placed(args);
        return view ? largest(view, args, args.most) : superseded;
      },
    },
  };
}
