/** Names that begin so are meant for us; other prefixes of ours (OPENAI_, GOOGLE_) are other programs' too. */
const ownPrefixes = ['CAPTCHA_', 'PAYMENTS_', 'REVIEWS_', 'STRIPE_']

/**
 * A line for each name of the environment that is likely to be a setting of ours with a mistake in it: one letter more,
 * less, other or swapped, two in long names, or a prefix that is ours. It is told, not refused: an environment has
 * names of other programs in it. Where the setting itself is said too, the other name is somebody else's.
 */
export function mistypedSettings(environment: Record<string, string | undefined>, settings: string[]): string[] {
  const isSaid = (name: string) => Boolean(environment[name])
  const lines: string[] = []
  for (const name of Object.keys(environment).filter((one) => isSaid(one) && !settings.includes(one))) {
    const plain = name.toUpperCase().replaceAll('-', '_')
    const prefix = ownPrefixes.find((one) => plain.startsWith(one))
    const near = settings
      .filter((setting) => setting.startsWith(prefix ?? ''))
      .map((setting) => ({ setting, edits: editsBetween(plain, setting) }))
    const [best] = near.sort((a, b) => a.edits - b.edits)
    if (!best || isSaid(best.setting)) continue
    if (prefix || best.edits <= editsAllowed(best.setting))
      lines.push(`${name} is not a setting and has no effect. Did you mean ${best.setting}?`)
  }
  return lines
}

/** HOST and HOME are two names, not one with a mistake. */
function editsAllowed({ length }: string): number {
  if (length < 6) return 0
  return length < 11 ? 1 : 2
}

/** Letters more, less, other or swapped with their neighbour (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const other = a[row - 1] === b[column - 1] ? 0 : 1
      const edits = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + other,
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : a.length + b.length,
      )
      next.push(edits)
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}
