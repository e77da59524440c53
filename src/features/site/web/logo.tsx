import { Link } from '@tanstack/react-router'

/** The logo, a key with a caret, and the site's name. */
export function Logo({ name }: { name: string }) {
  return (
    <Link
      to="/"
      className="inline-flex items-center gap-2.5 font-bold font-display text-card tracking-[-0.02em]"
      aria-label={`${name}, home`}
    >
      <svg width="27" height="24" viewBox="0 0 27 24" aria-hidden="true" className="shrink-0">
        <rect width="27" height="24" rx="4" className="fill-key-ink" />
        <rect x="1" y="1" width="25" height="18" rx="2.5" className="fill-key" />
        <rect x="7" y="5" width="2.5" height="11" className="fill-key-ink" />
      </svg>
      <span className="logo-word">{name}</span>
    </Link>
  )
}
