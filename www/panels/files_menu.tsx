// The open files: what each is, how much of it had to be read, close it, add more; and what was not opened, and why.
import { useSignal } from '@preact/signals';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { closeAll, closeFile } from '../state/files';
import { files, type OpenFile, setAside } from '../state/store';
import { chooseFiles, chooseFolder } from './drop';
import { ChevronIcon, CloseIcon, FileIcon } from './icons';
import { openPaste } from './paste';
import { Popover } from './popover';

/** More lines than this are not drawn. */
const MOST = 100;
const MOST_ASIDE = 50;

/** The folder that all are in, or else how many they are. */
function labelOf(list: readonly OpenFile[]): string {
  if (list.length === 1) return list[0]?.file.name ?? '';
  const folders = new Set(list.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')));
  const [folder] = folders;
  const count = `${formatCount(list.length)} files`;
  return folders.size === 1 && folder ? `${folder}, ${count}` : count;
}

function counted(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** "HloProto, gzipped · 4.55 KiB · 1 module". */
function describe({ info, file }: OpenFile): string {
  if (!info) return '';
  const read = info.bytesRead < info.bytes ? `, ${formatBytes(info.bytesRead)} read` : '';
  const holds = [
    ...(info.moduleCount > 0 || (info.reportCount === 0 && info.attachedTo < 0)
      ? [counted(info.moduleCount, 'module')]
      : []),
    ...(info.reportCount > 0 ? [counted(info.reportCount, 'message')] : []),
    ...(info.moduleCount === 0 && info.attachedTo >= 0 ? ['adds to a module'] : []),
  ];
  return `${info.format}${info.compressed ? ', gzipped' : ''} · ${formatBytes(file.size)}${read} · ${holds.join(', ')}`;
}

export function AsideList() {
  const list = setAside.value;
  if (list.length === 0) return null;
  return (
    <details class="aside-files" data-testid="aside-files">
      <summary>{counted(list.length, 'other file')} set aside</summary>
      <ul>
        {list.slice(0, MOST_ASIDE).map(({ path, reason }, index) => (
          // Paths may come twice.
          <li key={`${index}${path}`}>
            <span class="file-name">{path}</span>
            <span class="muted">{reason}</span>
          </li>
        ))}
      </ul>
      {list.length > MOST_ASIDE && <p class="muted">and {formatCount(list.length - MOST_ASIDE)} more</p>}
    </details>
  );
}

export function FilesMenu() {
  const open = useSignal(false);
  const list = files.value.filter((file) => file.status === 'open');
  const label = labelOf(list);
  return (
    <Popover
      open={open}
      class="files-menu"
      testId="files-menu"
      label={`Files: ${label}`}
      button={
        <>
          <FileIcon />
          <span class="picker-title">{label}</span>
          <ChevronIcon />
        </>
      }
    >
      <ul class="files">
        {list.slice(0, MOST).map((one) => (
          <li key={one.key} class="file">
            <span class="file-name" title={one.path}>
              {one.file.name}
            </span>
            <span class="muted" title={formatExact(one.file.size)}>
              {describe(one)}
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={`Close ${one.file.name}`}
              onClick={() => closeFile(one.key)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
        {list.length > MOST && <li class="file muted">and {formatCount(list.length - MOST)} more</li>}
      </ul>
      <AsideList />
      <div class="popover-foot">
        <span class="button-row">
          <button type="button" class="button small" onClick={chooseFiles} data-testid="add-file">
            Add files…
          </button>
          <button type="button" class="button small" onClick={chooseFolder}>
            Folder…
          </button>
          <button type="button" class="button small" onClick={openPaste} data-testid="add-text">
            Paste…
          </button>
        </span>
        <button type="button" class="link" onClick={() => closeAll()} data-testid="close-all">
          Close all
        </button>
      </div>
    </Popover>
  );
}
