import { sentenceOf } from '#features/catalogue/paper-rules.ts'
import { skillDescription } from '#features/transfer/skill-rules.ts'
import { filesPath } from '../rules.ts'
import { authorOf, digestOf, pluginFileOf, pluginManifestOf, skillFileOf } from './skill-files.ts'
import type { Skill } from './skill-queries.ts'

/** The site, and the start of the addresses of the files: nothing, or a member's secret path. */
type Source = { siteName: string; origin: string; prefix: string }

/** Returns the index of skills (Agent Skills Discovery 0.2.0). Clients ignore fields that it doesn't define. */
export function writeIndex(skills: Awaited<ReturnType<typeof indexEntryOf>>[]): string {
  return JSON.stringify({ $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills })
}

/** Returns a skill's entry in the index. Its address is relative to the index's host. */
export async function indexEntryOf(skill: Skill, { siteName, origin, prefix }: Source) {
  const { name, prompt } = skill
  return {
    name,
    type: prompt.files.length > 0 ? 'archive' : 'skill-md',
    description: skillDescription(prompt),
    url: `${prefix}${filesPath}${name}/${prompt.files.length > 0 ? 'skill.zip' : 'SKILL.md'}`,
    digest: `sha256:${digestOf(await skillFileOf(skill))}`,
    title: prompt.title,
    author: authorOf(prompt, siteName),
    license: prompt.licence,
    version: prompt.version,
    findings: prompt.findings.map(sentenceOf),
    page: `${origin}/prompt/${prompt.slug}`,
  }
}

/**
 * Returns a plugin marketplace for Claude Code, with a plugin for each skill. `list` is made of the label and the
 * collection's or the prompt's slug: Claude Code knows a marketplace only by its name, so each needs a name of its own.
 */
export function writeMarketplace(
  plugins: Awaited<ReturnType<typeof marketplaceEntryOf>>[],
  { siteName, origin }: Source,
  list: string,
): string {
  const name = [new URL(origin).host, list]
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return JSON.stringify({
    $schema: 'https://anthropic.com/claude-code/marketplace.schema.json',
    name,
    owner: { name: siteName, url: origin },
    description: `Skills from ${siteName}`,
    plugins,
  })
}

/** Returns a skill's entry in a marketplace. Claude Code refuses an archive with another digest. */
export async function marketplaceEntryOf(skill: Skill, { siteName, origin, prefix }: Source) {
  const { name, prompt } = skill
  return {
    ...pluginManifestOf(skill, siteName),
    displayName: prompt.title,
    homepage: `${origin}/prompt/${prompt.slug}`,
    category: prompt.category,
    source: {
      source: 'archive',
      url: `${origin}${prefix}${filesPath}${name}/plugin.zip`,
      sha256: digestOf(await pluginFileOf(skill, siteName)),
    },
  }
}
