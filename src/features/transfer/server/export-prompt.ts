import { sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { fileShapes } from '../export-rules.ts'
import type { ExportFormat } from '../rules.ts'
import { readExport } from './export-prompts.ts'
import { fileOf, hasFilePerPrompt } from './prompt-files.ts'

/**
 * Exports the current version of a prompt (id or slug) that the actor may see. Returns the file's name, media type and
 * text. Throws AppError not_found.
 */
export async function exportPrompt(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  format: ExportFormat,
): Promise<{ name: string; type: string; body: string }> {
  const condition = sql<boolean>`${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)} and p.status <> 'deleted'`
  const [prompt] = await readExport(db, condition, null)
  if (!prompt) throw notFound('This prompt')
  if (hasFilePerPrompt(format)) {
    const name = format === 'skill' ? 'SKILL.md' : `${prompt.slug}.${format}`
    const type = format === 'prompt' ? 'text/plain' : 'text/markdown'
    return { name, type: `${type}; charset=utf-8`, body: fileOf(format, prompt) }
  }
  const { start, end, textOf } = fileShapes[format]
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
  return { name: `${prompt.slug}.${format}`, type, body: start + textOf(prompt) + end }
}
