import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a file with 879 prompts from another catalogue. The file isn't part of the repository. */
export const realPromptsPath = process.env.PROMPTS_CSV ?? join(import.meta.dirname, '../../shared/data/prompts.csv')
export const hasRealPrompts = existsSync(realPromptsPath)
if (!hasRealPrompts) console.info(`Tests with real prompts are skipped: ${realPromptsPath} doesn’t exist.`)
