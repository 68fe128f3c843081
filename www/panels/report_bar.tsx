// The breakdown of a message as bars with a legend: what is needed against what there is, and the program's own parts
// under its piece. What lies beyond the limit is hatched.
import type { OomReport } from '#wasm/memory_viewer.js';
import { formatBytes, formatExact, formatShare } from '../base/bytes';
import { atRunTime, neededBar, programBar, programPlace, type ReportBar, type ReportPiece } from './report_parts';
import { Tip } from './tip';

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

function Pieces({ bar }: { bar: ReportBar }) {
  return (
    <>
      {bar.pieces.map(
        ({ name, bytes, fill }) =>
          bytes !== null &&
          bytes > 0 && <span key={name} class={`sum-piece ${fill}`} style={{ flexGrow: bytes / bar.sum }} />,
      )}
    </>
  );
}

/** Bytes as the message has them: exact, or rounded by who printed it. */
function exactly(bytes: number, exact: boolean): string {
  return exact ? formatExact(bytes) : `${formatBytes(bytes)}, rounded by the message`;
}

function Entry({ piece, of, exact }: { piece: ReportPiece; of: number; exact: boolean }) {
  const { name, bytes, fill } = piece;
  return (
    <li class="sum-entry">
      <span>
        {bytes !== null && bytes > 0 && <i class={`swatch ${fill}`} />}
        <span class="sum-label">{name}</span>{' '}
        {bytes === null ? (
          <span class="muted">unknown size</span>
        ) : (
          <Tip text={`${exactly(bytes, exact)}; ${formatShare(bytes, of)} of all.`}>
            <b>{formatBytes(bytes)}</b>
          </Tip>
        )}
      </span>
    </li>
  );
}

function Legend({ bar, exact, label }: { bar: ReportBar; exact: boolean; label?: string | undefined }) {
  return (
    <ul class="sum-entries">
      {label && <li class="muted">{label}</li>}
      {bar.pieces.map((piece) => (
        <Entry key={piece.name} piece={piece} of={bar.sum} exact={exact} />
      ))}
    </ul>
  );
}

function Limit({ bar }: { bar: ReportBar }) {
  if (!bar.limit) return null;
  const share = bar.limit.bytes / bar.whole;
  return (
    <>
      {share < 1 && <span class="report-over" style={{ left: percent(share) }} />}
      <span class="report-limit" style={{ left: percent(share) }} />
    </>
  );
}

export function ReportBars({ report }: { report: OomReport }) {
  const needed = neededBar(report);
  const program = programBar(report);
  const place = needed && !atRunTime(report) ? programPlace(needed) : null;
  if (!needed && !program) return null;
  const over = needed?.limit ? needed.sum - needed.limit.bytes : 0;
  return (
    <div class="report-bars" data-testid="report-bars">
      {needed && (
        <>
          <div class="report-bar" aria-hidden="true">
            <div class="report-fill" style={{ width: percent(needed.sum / needed.whole) }}>
              <Pieces bar={needed} />
            </div>
            <Limit bar={needed} />
          </div>
          <div class="sum-lines">
            <Legend bar={needed} exact={report.exact} />
            {needed.limit && (
              <ul class="sum-entries">
                <li class="sum-entry">
                  <span>
                    <i class="key-limit" /> <span class="sum-label">{needed.limit.label}</span>{' '}
                    <Tip text={exactly(needed.limit.bytes, report.exact)}>
                      <b>{needed.limit.text ?? formatBytes(needed.limit.bytes)}</b>
                    </Tip>
                  </span>
                </li>
                {over > 0 && (
                  <li class="sum-entry">
                    <span>
                      <i class="swatch fill-over" /> <span class="sum-label">beyond it</span>{' '}
                      <b>
                        {formatBytes(report.exceededBytes !== null && !atRunTime(report) ? report.exceededBytes : over)}
                      </b>
                    </span>
                  </li>
                )}
              </ul>
            )}
          </div>
        </>
      )}
      {program && (
        <>
          <div
            class={needed ? 'report-bar report-bar-program' : 'report-bar'}
            aria-hidden="true"
            style={place ? { marginLeft: percent(place.from), width: percent(place.width) } : {}}
          >
            <Pieces bar={program} />
          </div>
          <div class="sum-lines">
            <Legend
              bar={program}
              exact={report.exact}
              label={atRunTime(report) ? 'What the program plans:' : 'Of the program:'}
            />
          </div>
        </>
      )}
    </div>
  );
}
