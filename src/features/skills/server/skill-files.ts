import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { attachedFilesOf } from '#features/transfer/server/prompt-files.ts'
import { writeZip, type ZipFile } from '#features/transfer/server/write-zip.ts'
import { skillDescription, skillOf } from '#features/transfer/skill-rules.ts'
import type { Skill } from './skill-queries.ts'

/** A file of a skill as it is sent. */
export type SkillFile = { bytes: Buffer; type: string }

/** Returns what a skill is installed from: its SKILL.md, or a zip if it has more files. */
export async function skillFileOf(skill: Skill): Promise<SkillFile> {
  return skill.prompt.files.length > 0 ? zipOf(filesOf(skill, '')) : textFileOf(skill)
}

/** Returns the file of a skill under one of the names SKILL.md, skill.zip and plugin.zip. */
export async function fileOf(skill: Skill, name: string, siteName: string): Promise<SkillFile> {
  if (name === 'plugin.zip') return pluginFileOf(skill, siteName)
  return name === 'SKILL.md' ? textFileOf(skill) : zipOf(filesOf(skill, ''))
}

function textFileOf({ name, prompt }: Skill): SkillFile {
  return { bytes: Buffer.from(skillOf(prompt, name)), type: 'text/markdown; charset=utf-8' }
}

/**
 * Returns a skill as a plugin of Claude Code: a zip with a manifest, and the skill in the folder where plugins have their
 * skills. The same prompt always gives the same bytes.
 */
export async function pluginFileOf(skill: Skill, siteName: string): Promise<SkillFile> {
  const manifest = Buffer.from(`${JSON.stringify(pluginManifestOf(skill, siteName))}\n`)
  const modifiedAt = new Date(skill.prompt.updatedAt)
  async function* files() {
    yield { name: '.claude-plugin/plugin.json', bytes: manifest, modifiedAt }
    yield* filesOf(skill, `skills/${skill.name}/`)
  }
  return zipOf(files())
}

async function* filesOf(skill: Skill, folder: string): AsyncGenerator<ZipFile> {
  const { prompt } = skill
  yield { name: `${folder}SKILL.md`, bytes: textFileOf(skill).bytes, modifiedAt: new Date(prompt.updatedAt) }
  yield* attachedFilesOf(prompt, folder)
}

async function zipOf(files: AsyncIterable<ZipFile>): Promise<SkillFile> {
  return { bytes: await buffer(writeZip(files)), type: 'application/zip' }
}

/** What a plugin's manifest and its entry in a marketplace say about it. Versions have to be semantic ones there. */
export function pluginManifestOf({ name, prompt }: Skill, siteName: string) {
  return {
    name,
    version: `${prompt.version ?? 1}.0.0`,
    description: skillDescription(prompt),
    author: { name: authorOf(prompt, siteName) },
    license: prompt.licence,
    keywords: prompt.tags,
  }
}

/** The author's name. The prompts of the site account are the site's. */
export function authorOf({ credit, author }: Skill['prompt'], siteName: string): string {
  return credit ?? author ?? siteName
}

/** Returns the SHA-256 of a file in hexadecimal. */
export function digestOf({ bytes }: SkillFile): string {
  return createHash('sha256').update(bytes).digest('hex')
}
