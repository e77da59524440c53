import type { Source, Violation } from './source.ts'

const rule = 'Reads don’t scan texts'

/** Rules that scan a prompt's whole text, which may have 200,000 characters. */
const scanning = [
  'draft',
  'field',
  'finding',
  'finding-pattern',
  'hidden-character',
  'indexed-text',
  'picture',
  'secret',
  'similarity',
  'text',
  'topic',
]
/** Rules that read a bounded part of a text, or only short values such as a title or a state. */
const bounded = [
  'category',
  'credit',
  'excerpt',
  'filter',
  'first-lines',
  'license',
  'list-order',
  'paper',
  'picture-fact',
  'skill',
  'status',
  'structured-text',
  'trending',
]

/** Files that may import the rules that scan, by reason, as `feature/file` without `server/` and the extension. */
const importers: Record<string, string[]> = {
  'Stores what it finds with the text.': [
    'catalogue/insert-prompts',
    'catalogue/prompt-filters',
    'catalogue/stored/store-prompt-change',
    'catalogue/stored/store-similarity-bands',
    'catalogue/stored/search-vectors',
    'catalogue/stored/stored-facts',
    'collections/search-collections',
    'tools/tool-rows',
    'change-requests/request-columns',
  ],
  'Checks a text that a person sends, and that isn’t stored yet.': [
    'generator/answer-rules',
    'group-transfer/group-file-rules',
    'transfer/import-rules',
    'transfer/file-records',
    'worksheet/value-link-rules',
    'writing/check-prompt',
    'writing/contract',
    'writing/create-prompt',
    'writing/near-duplicate-queries',
    'writing/title-suggestion-rules',
    'server/start/starter',
    'server/start/starter-files',
  ],
  'Splits a search or the words of a title.': [
    'prompt-search/prompt-candidates',
    'prompt-search/prompt-headlines',
    'text-search/term-queries',
    'prompt-search/search-headlines',
    'prompt-search/search-lexemes',
    'prompt-search/search-plan',
    'prompt-search/search-word-rules',
    'search/learn-words',
    'search/shorter-term-rules',
    'search/suggestion-queries',
  ],
  'Reads only a tag.': ['catalogue/prompt-counts', 'following/follow-targets', 'writing/web/tag-field'],
  'Checks what the author types.': [
    'change-requests/web/suggest-form',
    'writing/web/create-prompt-page',
    'writing/web/form-body',
    'writing/web/prompt-editor',
    'writing/web/use-prompt-form',
  ],
  'Reads one text that waits for approval.': ['approvals/approval-queries'],
  'Marks what it draws, in a bounded number of pieces.': ['catalogue/web/exact-text'],
}
const allowed = new Set(Object.values(importers).flat())

/**
 * Checks that the rules that scan a prompt's whole text are used where it is written, so that a page or a list never
 * scans it. A new file of rules must be listed in this file.
 */
export function checkStoredFacts(sources: Source[]): Violation[] {
  return sources.flatMap(({ path, imports }) => {
    const own = rulesOf(path)
    if (own !== null)
      return [...scanning, ...bounded].includes(own) ? [] : [{ path, line: 1, rule, message: unknownMessage }]
    if (/\.test\.tsx?$/.test(path) || allowed.has(nameOf(path))) return []
    return imports
      .filter(({ target, typesOnly }) => !typesOnly && scanning.includes(rulesOf(target) ?? ''))
      .map(({ line }) => ({ path, line, rule, message: scanningMessage }))
  })
}

/** Returns the name of a file of rules of the catalogue or of the words of texts, without `-rules.ts`, or null for other files. */
function rulesOf(path: string): string | null {
  return /^src\/features\/(?:catalogue|text-search)\/([a-z-]+)-rules\.ts$/.exec(path)?.[1] ?? null
}

function nameOf(path: string): string {
  return path
    .replace(/^src\/(?:features\/)?/, '')
    .replace(/(?<=^[a-z-]+\/)server\//, '')
    .replace(/\.tsx?$/, '')
}

const unknownMessage =
  'Add these rules to scripts/structure/stored-facts.ts: to `scanning` if they read a prompt’s whole text, otherwise to `bounded`.'
const scanningMessage =
  'These rules scan a whole text. Store the result when the text is written (catalogue/server/stored/stored-facts.ts), or add the file to scripts/structure/stored-facts.ts with a reason.'
