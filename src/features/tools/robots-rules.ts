/** The name by which robots.txt files can address the program that checks links. */
export const robotName = 'promptarium-links'

/** How many lines of a robots.txt are read. */
const linesMax = 2_000

/**
 * Whether a robots.txt lets this program request a path (RFC 9309): the group that names it counts, otherwise that of
 * `*`; of its rules the longest that matches, and `Allow` among equals. Of a rule with a wildcard, only the part before it
 * is read, and only if it refuses: in doubt, the path isn't requested.
 */
export function mayRequest(robots: string, path: string): boolean {
  const groups = readGroups(robots)
  const rules = groups.get(robotName) ?? groups.get('*') ?? []
  let longest = { length: -1, isAllowed: true }
  for (const { isAllowed, start } of rules) {
    if (!path.startsWith(start) || start.length < longest.length) continue
    if (start.length > longest.length || isAllowed) longest = { length: start.length, isAllowed }
  }
  return longest.isAllowed
}

type Rule = { isAllowed: boolean; start: string }

function readGroups(robots: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>()
  let names: string[] = []
  let hasRules = false
  for (const line of robots.split('\n', linesMax)) {
    const [field = '', ...rest] = (line.split('#', 1)[0] ?? '').split(':')
    const name = field.trim().toLowerCase()
    const value = rest.join(':').trim()
    if (name === 'user-agent') {
      if (hasRules) names = []
      hasRules = false
      names.push(value.toLowerCase())
      if (!groups.has(value.toLowerCase())) groups.set(value.toLowerCase(), [])
    } else if (name === 'allow' || name === 'disallow') {
      hasRules = true
      const [start = ''] = value.split(/[*$]/, 1)
      const hasWildcard = start.length < value.length
      const isAllowed = name === 'allow'
      if (value === '' || (isAllowed && hasWildcard)) continue
      for (const group of names) groups.get(group)?.push({ isAllowed, start })
    }
  }
  return groups
}
