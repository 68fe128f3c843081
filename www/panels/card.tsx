// The details card: everything about the active buffer, each field with its own copy button.
import type { ComponentChildren } from 'preact';
import type { BufferCard } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact, formatFactor, formatShare } from '../base/bytes';
import { TYPE_NAMES } from '../engine/orders';
import { noOrder } from '../state/order';
import { clearSelection, togglePin } from '../state/selection';
import { overview, pinned } from '../state/store';
import { Elsewhere, Links } from './card_links';
import { cardText, lifetimeText, sourceText } from './card_text';
import { CopyButton } from './copy_button';
import { CloseIcon, PinIcon } from './icons';
import { Tip } from './tip';
import { EXPLAIN, TYPE_WORDS } from './words';

function Field({ label, copy, children }: { label: string; copy?: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <dt>{label}</dt>
      <dd>
        <div class="field-value">{children}</div>
        {copy && <CopyButton text={copy} what={label.toLowerCase()} />}
      </dd>
    </div>
  );
}

function Sizes({ card }: { card: BufferCard }) {
  const waste = card.sizeBytes - card.unpaddedBytes;
  return (
    <div class="card-sizes">
      <div>
        <Tip class="card-size" text={`${formatExact(card.sizeBytes)}, padding included.`}>
          {formatBytes(card.sizeBytes)}
        </Tip>
        <span class="muted"> {formatShare(card.sizeBytes, overview.value?.peakBytes ?? 0)} of the peak</span>
      </div>
      {waste > 0 && (
        <>
          <div class="waste" aria-hidden="true">
            <span class={`fill-${card.type}`} style={{ flexGrow: card.unpaddedBytes }} />
            <span class={`hatch-${card.type}`} style={{ flexGrow: waste }} />
          </div>
          <div>
            <Tip text={`Unpadded: ${formatExact(card.unpaddedBytes)}.`}>{formatBytes(card.unpaddedBytes)} of data</Tip>
            {' + '}
            <Tip text={`Padding: ${formatExact(waste)}. Added by the layout’s tiles.`}>
              <b>{formatBytes(waste)}</b> padding
            </Tip>
            <span class="muted"> {formatFactor(card.sizeBytes / Math.max(1, card.unpaddedBytes))}</span>
          </div>
          {card.paddingReason && <div class="muted">{card.paddingReason}</div>}
        </>
      )}
      {waste <= 0 && <div class="muted">no padding</div>}
    </div>
  );
}

export function Card({ card }: { card: BufferCard }) {
  const points = noOrder.value ? null : (overview.value?.points ?? 0);
  const isPinned = pinned.value === card.buffer;
  const source = sourceText(card);
  return (
    <article class="card" aria-label={`Buffer ${card.name}`} data-testid="card">
      <header class="card-head">
        <h2 title={card.name}>
          <i class={`swatch fill-${card.type}`} />
          <code>{card.name}</code>
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-pressed={isPinned}
          title={isPinned ? 'Let go (Esc)' : 'Pin: keep this buffer selected'}
          aria-label={isPinned ? 'Unpin' : 'Pin'}
          onClick={() => togglePin(card.buffer)}
        >
          <PinIcon />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Close details"
          onClick={clearSelection}
          data-testid="card-close"
        >
          <CloseIcon />
        </button>
      </header>
      <Sizes card={card} />
      <Elsewhere card={card} />
      <dl class="fields">
        <Field label="Shape and layout" copy={card.shape}>
          <code>{card.shape}</code>
        </Field>
        {card.opName && (
          <Field label="Framework op" copy={card.opName}>
            <code>{card.opName}</code>
          </Field>
        )}
        {card.parameter && (
          <Field label="Parameter" copy={card.parameter}>
            {card.parameter}
            {card.aliasedWithOutput && <Tip text={EXPLAIN.donated}> · donated to an output</Tip>}
          </Field>
        )}
        {source && (
          <Field label="Source" copy={card.stack.length > 0 ? card.stack.join('\n') : source}>
            {card.stack.length > 1 ? (
              <details>
                <summary>
                  <code>{source}</code>
                </summary>
                <ol class="stack">
                  {card.stack.map((frame) => (
                    <li key={frame}>
                      <code>{frame}</code>
                    </li>
                  ))}
                </ol>
              </details>
            ) : (
              <code>{source}</code>
            )}
          </Field>
        )}
        {!card.opName && !source && (
          <Field label="Framework op and source">
            <span class="muted">not recorded for this instruction</span>
          </Field>
        )}
        <Field label="Opcode" copy={card.opcode}>
          <code>{card.opcode}</code>
        </Field>
        <Field label="Allocation type">
          <Tip text={EXPLAIN[TYPE_WORDS[card.type]?.term ?? 'temporaries']}>
            <i class={`swatch fill-${card.type}`} /> {TYPE_NAMES[card.type]}
          </Tip>
        </Field>
        <Field label="Memory space">{card.spaceName}</Field>
        <Field label="Lifetime" copy={lifetimeText(card, points)}>
          {lifetimeText(card, points)}
        </Field>
        {card.allocation >= 0 ? (
          <Field label="Allocation and offset" copy={String(card.offset)}>
            <Tip text={formatExact(card.allocationBytes)}>
              allocation {card.allocation}, {formatBytes(card.allocationBytes)}
            </Tip>
            {' · at '}
            <Tip text={`Offset ${formatExact(card.offset)}`}>{formatBytes(card.offset)}</Tip>
          </Field>
        ) : (
          <Field label="Allocation">not assigned</Field>
        )}
        {card.copiedFrom.length > 0 && (
          <Field label="Copied from">
            <Links links={card.copiedFrom} />
          </Field>
        )}
        {card.copiedTo.length > 0 && (
          <Field label="Copied to">
            <Links links={card.copiedTo} />
          </Field>
        )}
        {card.sharerCount > 0 && (
          <Field label={`Shares memory with ${formatCount(card.sharerCount)}`} copy={card.sharers.join('\n')}>
            <span class="sharers">
              {card.sharers.slice(0, 8).map((name) => (
                <code key={name}>{name} </code>
              ))}
              {card.sharerCount > 8 && <span class="muted">and {formatCount(card.sharerCount - 8)} more</span>}
            </span>
          </Field>
        )}
      </dl>
      <footer class="card-foot">
        <CopyButton text={cardText(card, points)} what="all fields" label="Copy all" />
        <span class="muted">buffer id {card.id}</span>
      </footer>
    </article>
  );
}
