// The open files: what each is, how much of it had to be read, close it, add more.
import { useSignal } from '@preact/signals';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { closeAll, closeFile } from '../state/files';
import { files } from '../state/store';
import { chooseFiles } from './drop';
import { ChevronIcon, CloseIcon, FileIcon } from './icons';
import { Popover } from './popover';

export function FilesMenu() {
  const open = useSignal(false);
  const list = files.value.filter((file) => file.status === 'open');
  const label = list.length === 1 ? (list[0]?.file.name ?? '') : `${list.length} files`;
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
        {list.map(({ key, file, info }) => (
          <li key={key} class="file">
            <span class="file-name" title={file.name}>
              {file.name}
            </span>
            <span class="muted" title={formatExact(file.size)}>
              {info?.format}
              {info?.compressed && ', gzipped'} · {formatBytes(file.size)}
              {info && info.bytesRead < info.bytes && `, ${formatBytes(info.bytesRead)} read`} ·{' '}
              {formatCount(info?.moduleCount ?? 0)} {info?.moduleCount === 1 ? 'module' : 'modules'}
            </span>
            <button type="button" class="icon-button" aria-label={`Close ${file.name}`} onClick={() => closeFile(key)}>
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <div class="popover-foot">
        <button type="button" class="button small" onClick={chooseFiles} data-testid="add-file">
          Add files…
        </button>
        <button type="button" class="link" onClick={() => closeAll()} data-testid="close-all">
          Close all
        </button>
      </div>
    </Popover>
  );
}
