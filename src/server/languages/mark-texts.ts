import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'
import { cutText } from '#lib/well-formed.ts'
import { findTexts } from './find-texts.ts'

/**
 * Marks the texts in the browser's scripts, so that one build serves all languages: each text becomes a mark, and
 * `translated-files.ts` puts a language's text in its place. Writes the texts by the names of their marks to `file`.
 */
export function markTexts(file: string): Plugin {
  const keys = new Map<string, string>()
  return {
    name: 'mark-texts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.tsx?(?=\?|$)/, code: /(?:texts|rich)\.ts['"]/ },
      handler(code, id) {
        const { texts } = findTexts(id.split('?', 1)[0] ?? id, code)
        const edits = texts.flatMap(({ key, spans }) => {
          const name = nameOfMark(key)
          const known = keys.get(name)
          if (known !== undefined && known !== key)
            throw Error(`“${known}” and “${key}” have the same mark: reword one.`)
          keys.set(name, key)
          return spans.map((span, index) => ({ ...span, by: index === 0 ? `'%T.${name}.T%'` : "''" }))
        })
        let marked = code
        for (const { start, end, by } of edits.sort((a, b) => b.start - a.start))
          marked = marked.slice(0, start) + by + marked.slice(end)
        return { code: marked, map: null }
      },
    },
    writeBundle() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(Object.fromEntries([...keys].sort())))
    },
  }
}

function nameOfMark(key: string): string {
  return cutText(createHash('sha256').update(key).digest('base64url'), 6)
}
