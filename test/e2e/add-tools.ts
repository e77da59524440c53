import { withDatabase } from '#cli/database.ts'
import type { ToolType } from '#features/tools/rules.ts'
import { insertTools } from '#features/tools/server/insert-tools.ts'
import type { ToolDraft } from '#features/tools/server/tool-rows.ts'
import { cutText } from '#lib/well-formed.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'

type ToolFields = [
  name: string,
  type: ToolType,
  price: 'free' | 'paid',
  category: string,
  tags: string[],
  description: string,
]

/**
 * Invented tools, at least one of every type. The name, tag and description of the last one are as long as possible.
 */
const tools: ToolFields[] = [
  ['Aperture Desk', 'image', 'paid', 'image-generation', ['photo'], 'Edits product photos by describing the light.'],
  ['Lector', 'text', 'free', 'research', ['reading'], 'Reads long documents with you and quotes the page.'],
  ['Murmur', 'audio', 'free', 'productivity', ['meetings'], 'Transcribes meetings on your own machine.'],
  ['Fallow', 'text', 'free', 'writing-editing', ['writing'], 'A plain editor that suggests cuts, never additions.'],
  ['Storyline', 'video', 'paid', 'creative', ['video'], 'Turns a script into an animatic with timing to drag.'],
  ['Quorum', 'multimodal', 'paid', 'analysis', ['models'], 'Asks four models at once and shows where they disagree.'],
  ['Patchbay', 'ai', 'free', 'programming-code', ['code'], 'Wires prompts, files and scripts into small jobs.'],
  ['M'.repeat(80), 'text', 'paid', 'general', ['w'.repeat(30)], 'Long'.repeat(125)],
]
/** How many of the tools are featured, counted from the first one. */
const featuredCount = 3

function draftOf([name, type, price, category, tags, description]: ToolFields, index: number): ToolDraft {
  const url = `https://www.${cutText(name.toLowerCase().replaceAll(' ', ''), 60)}.example/start`
  return {
    name,
    description,
    type,
    featured: index < featuredCount,
    url,
    isFree: price === 'free',
    isFullyFree: false,
    tags,
    category,
  }
}

// This is a separate program that uses the database of a running site, as the command-line tool does.
await withDatabase((db) => inTransaction(db, (tx) => insertTools(tx, tools.map(draftOf), hooks.onToolsAdded)))
