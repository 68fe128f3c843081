// Icons as inline SVG: 16×16, drawn with the text's colour, hidden from screen readers (their buttons have names).
import type { ComponentChildren } from 'preact';

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const FileIcon = () => (
  <Icon>
    <path d="M4 1.75h5L12.25 5v9.25H4z M9 1.75V5h3.25" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="M4.5 6.5L8 10l3.5-3.5" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z M10.4 10.4L13.75 13.75" />
  </Icon>
);
export const FilterIcon = () => (
  <Icon>
    <path d="M2 3h12L9.5 8.5v4.25L6.5 14V8.5z" />
  </Icon>
);
export const PreviousIcon = () => (
  <Icon>
    <path d="M4.5 9.5L8 6l3.5 3.5" />
  </Icon>
);
export const NextIcon = ChevronIcon;
export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="M3 8.5l3.2 3.2L13 5" />
  </Icon>
);
export const SystemIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.75" />
    <path class="filled" d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1v1.75M8 13.25V15M1 8h1.75M13.25 8H15M3.05 3.05l1.2 1.2M11.75 11.75l1.2 1.2M3.05 12.95l1.2-1.2M11.75 4.25l1.2-1.2" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13.5 9.6A5.75 5.75 0 1 1 6.4 2.5a4.6 4.6 0 0 0 7.1 7.1z" />
  </Icon>
);
export const KeyboardIcon = () => (
  <Icon>
    <path d="M1.5 4h13v8h-13z M4 6.5h.5M6.5 6.5H7M9 6.5h.5M11.5 6.5h.5M4.5 9.5h7" />
  </Icon>
);
export const PinIcon = () => (
  <Icon>
    <path d="M5.5 2h5M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5" />
  </Icon>
);
export const UploadIcon = () => (
  <Icon>
    <path d="M8 10.5V2.5M4.75 5.5L8 2.25l3.25 3.25M2 10v3.75h12V10" />
  </Icon>
);
export const LockIcon = () => (
  <Icon>
    <path d="M3.5 7h9v6.75h-9z M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.25V11M8 5v.25" />
  </Icon>
);
export const WarningIcon = () => (
  <Icon>
    <path d="M8 2L14.5 13.5h-13z M8 6.5v3.5M8 11.75V12" />
  </Icon>
);

/** The mark: blocks of memory under a peak. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <rect class="logo-base" x="1" y="13" width="18" height="6" rx="1" />
    <rect class="logo-block" x="1" y="8" width="5" height="4" rx="1" />
    <rect class="logo-block" x="7" y="2" width="6" height="10" rx="1" />
    <rect class="logo-block" x="14" y="6" width="5" height="6" rx="1" />
  </svg>
);
