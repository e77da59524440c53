import type { Violation } from './source.ts'

const rule = 'A broken unique key is read by its name'
const reader = 'src/server/platform/db.ts'

/** PostgreSQL says 23505 of any unique key: who takes it for one meaning gives a wrong answer when another one broke. */
export function checkUniqueKeys(files: Map<string, string>): Violation[] {
  const product = [...files].filter(([path]) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && path !== reader)
  return product.flatMap(([path, text]) =>
    text.split('\n').flatMap((content, index) => {
      if (!content.includes('23505')) return []
      const message = `Ask breaksKey(error, 'the_constraint') of ${reader}, which makes you name the key.`
      return [{ path, line: index + 1, rule, message }]
    }),
  )
}
