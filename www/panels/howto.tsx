// "How do I get a file?": per framework what to run and which of the files to pick. Commands can be copied.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Command } from './command';

const FLAGS = 'XLA_FLAGS="--xla_dump_to=/tmp/dump --xla_dump_hlo_as_proto"';

function PickDump({ name }: { name: string }) {
  return (
    <p>
      Drop the folder <code>/tmp/dump</code>, or a zip of it: the right files are chosen. Or open{' '}
      <code>
        /tmp/dump/module_NNNN.{name}…<b>after_optimizations.hlo.pb</b>
      </code>
      . Not <code>before_optimizations</code> and not <code>…_before_buffer_assignment</code>: memory isn’t assigned
      there yet.
    </p>
  );
}

interface Way {
  readonly id: string;
  readonly title: string;
  readonly body: () => ComponentChildren;
}

const WAYS: readonly Way[] = [
  {
    id: 'jax',
    title: 'JAX',
    body: () => (
      <>
        <p>Let the compiler write down what it decided. Compiling is enough, nothing has to run:</p>
        <Command text={`${FLAGS} python train.py`} what="the command" />
        <PickDump name="jit_train_step" />
        <p>Or record a profile:</p>
        <Command
          text={'with jax.profiler.trace("/tmp/profile"):\n    jax.block_until_ready(train_step(state, batch))'}
          what="the code"
        />
        <p>
          Open{' '}
          <code>
            /tmp/profile/plugins/profile/&lt;time&gt;/&lt;host&gt;.<b>xplane.pb</b>
          </code>
          .
        </p>
      </>
    ),
  },
  {
    id: 'tensorflow',
    title: 'TensorFlow',
    body: () => (
      <>
        <p>
          For functions compiled by XLA (<code>jit_compile=True</code>, or TPU):
        </p>
        <Command text={`${FLAGS} python train.py`} what="the command" />
        <PickDump name="…" />
        <p>Or record a profile:</p>
        <Command
          text={'tf.profiler.experimental.start("/tmp/profile")\ntrain_step(batch)\ntf.profiler.experimental.stop()'}
          what="the code"
        />
        <p>
          Open{' '}
          <code>
            /tmp/profile/plugins/profile/&lt;time&gt;/&lt;host&gt;.<b>xplane.pb</b>
          </code>
          .
        </p>
      </>
    ),
  },
  {
    id: 'torch',
    title: 'PyTorch/XLA',
    body: () => (
      <>
        <Command text={`${FLAGS} python train.py`} what="the command" />
        <PickDump name="SyncTensorsGraph.NNN" />
        <p>Or record a profile while it trains:</p>
        <Command
          text={
            'import torch_xla.debug.profiler as xp\nserver = xp.start_server(9012)\nxp.trace_detached("localhost:9012", "/tmp/profile", duration_ms=5000)'
          }
          what="the code"
        />
        <p>
          Open the <code>.xplane.pb</code> under <code>/tmp/profile/plugins/profile/</code>.
        </p>
      </>
    ),
  },
  {
    id: 'profiler',
    title: 'A profile',
    body: () => (
      <>
        <p>
          A profile you already have is a folder <code>plugins/profile/&lt;time&gt;/</code> with one{' '}
          <code>&lt;host&gt;.xplane.pb</code> per host. Any of them will do: each holds every program that ran there.
          The size doesn’t matter, the trace itself is skipped.
        </p>
        <p>
          Also fine: the whole folder, a zip or tar of it, a <code>.hlo_proto.pb</code> or the memory viewer’s JSON from
          an XProf session, any of these gzipped, several at once.
        </p>
        <p>
          No programs in it? The profiler was told not to store them: leave its option <code>enable_hlo_proto</code> on.
        </p>
      </>
    ),
  },
  {
    id: 'oom',
    title: 'After an out-of-memory',
    body: () => (
      <>
        <p>
          Paste the error message, or drop the log it is in, of any size: what ran out, of what it is made and what to
          try next is shown at once. The stack trace and other lines around it do no harm.
        </p>
        <p>
          For every buffer a dump is needed. The compiler writes it <b>before</b> it gives up. Run the same program once
          more with the flags set and let it fail again:
        </p>
        <Command text={`${FLAGS} python train.py`} what="the command" />
        <PickDump name="jit_train_step" />
        <p>
          No accelerator at hand? Compiling ahead of time writes the same file:{' '}
          <code>jax.jit(f).lower(*shapes).compile()</code>.
        </p>
      </>
    ),
  },
];

export function HowTo() {
  const chosen = useSignal('jax');
  const choose = (index: number) => {
    const way = WAYS[(index + WAYS.length) % WAYS.length];
    if (!way) return;
    chosen.value = way.id;
    document.getElementById(`tab-${way.id}`)?.focus();
  };
  return (
    <section class="howto" aria-labelledby="howto-title" data-testid="howto">
      <h2 id="howto-title">How do I get a file?</h2>
      <div class="tabs" role="tablist" aria-labelledby="howto-title">
        {WAYS.map((way, index) => (
          <button
            type="button"
            role="tab"
            key={way.id}
            id={`tab-${way.id}`}
            aria-selected={way.id === chosen.value}
            aria-controls={`tabpanel-${way.id}`}
            tabIndex={way.id === chosen.value ? 0 : -1}
            onClick={() => {
              chosen.value = way.id;
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') choose(index + 1);
              if (event.key === 'ArrowLeft') choose(index - 1);
            }}
          >
            {way.title}
          </button>
        ))}
      </div>
      {WAYS.map((way) => (
        <div
          key={way.id}
          id={`tabpanel-${way.id}`}
          role="tabpanel"
          aria-labelledby={`tab-${way.id}`}
          hidden={way.id !== chosen.value}
          class="tab-panel"
        >
          {way.body()}
        </div>
      ))}
    </section>
  );
}
