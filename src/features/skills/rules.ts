/**
 * The limits: how many skills a list has, as many as a collection has items (`listed`), and how many characters of names
 * and descriptions agents keep of all installed skills (`keptCharacters`, as Claude Code documents for its skills).
 */
export const skillLimits = { listed: 200, keptCharacters: 8_000 } as const

/** Where a list of skills is, below the address that people pass to `npx skills add` (Agent Skills Discovery 0.2.0). */
export const indexPath = '/.well-known/agent-skills/index.json'

/** Where the same list is as a plugin marketplace of Claude Code. */
export const marketplacePath = '/marketplace.json'

/** The start of the path of a skill's files. The skill's name follows it. */
export const filesPath = '/.well-known/agent-skills/'

/** The start of a member's secret path. Its token follows, and then any path of a list or a file. */
export const privatePath = '/skills/private/'

/** The start of the path of the skills with a label, each as it is in the version that has the label. */
export const labelPath = '/label/'

/** The paths that have a list of their own besides the site, followed by a slug. */
export const listedPaths = { collection: ['/collection/', '/mcp/c/'], prompt: ['/prompt/'] } as const

const label = `(?:${labelPath}[a-z0-9-]{1,32})?`
const list = '(?:/(?:collection|mcp/c|prompt)/[^/]+)?/(?:marketplace\\.json|\\.well-known/agent-skills/index\\.json)'
const file = '/\\.well-known/agent-skills/[^/]+/(?:SKILL\\.md|skill\\.zip|plugin\\.zip)'
const listPattern = new RegExp(`^${label}${list}$`)
const privatePattern = new RegExp(`^${privatePath}[\\w-]+${label}(?:${list}|${file})$`)

/** Whether a path is that of a public list of skills, which is cached like a page. */
export function isSkillList(path: string): boolean {
  return listPattern.test(path)
}

/** Whether a path is below a member's secret path. Its handlers check the secret in it. */
export function isPrivateSkillPath(path: string): boolean {
  return privatePattern.test(path)
}
