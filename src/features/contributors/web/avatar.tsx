import { hueOf, initialsOf } from '#features/contributors/avatar-rules.ts'

/** Shows a user's initials on a square whose hue is derived from their name. Screen readers skip it and read the name beside it. */
export function Avatar({ username, className }: { username: string; className: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <rect width="48" height="48" rx="4" fill={`oklch(0.84 0.085 ${hueOf(username)})`} />
      <text
        x="24"
        y="31.5"
        textAnchor="middle"
        className="fill-accent-ink font-display font-semibold text-[21px] tracking-[-0.02em]"
      >
        {initialsOf(username)}
      </text>
    </svg>
  )
}
