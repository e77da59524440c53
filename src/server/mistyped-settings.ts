import { editDistance } from '#lib/edit-distance.ts'

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
      .map((setting) => ({ setting, edits: editDistance(plain, setting) }))
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
