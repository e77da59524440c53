import { t } from '#lib/texts.ts'
import { dumpPath } from './rules.ts'

/** A command or a line of code to copy. `about` says in which language it is, and where or how it runs. */
export type ScriptExample = { about: string; code: string }

/**
 * Returns examples that fill in a prompt, for a shell, JavaScript and Python. The prompt `slug` has a blank named
 * topic.
 */
export function fillExamples(origin: string, slug: string): ScriptExample[] {
  const address = `${origin}/api/prompts/${slug}/filled`
  return [
    {
      about: t('curl, in a shell'),
      code: `curl -sG '${address}' --data-urlencode 'topic=tides & currents'`,
    },
    {
      about: t('JavaScript, in Node, Deno or Bun'),
      code: `console.log(await (await fetch('${address}?' + new URLSearchParams({ topic: 'tides & currents' }))).text())`,
    },
    {
      about: t('Python, without extra packages'),
      code: `import urllib.parse, urllib.request; print(urllib.request.urlopen('${address}?' + urllib.parse.urlencode({'topic': 'tides & currents'})).read().decode())`,
    },
  ]
}

/** Returns the example that reads the dump of all published prompts in a shell. */
export function dumpExample(origin: string): ScriptExample {
  return { about: t('curl, in a shell'), code: `curl -s '${origin}${dumpPath}' | gunzip` }
}

/** Returns the HTML that shows a prompt on another site. */
export function cardExample(origin: string, slug: string): ScriptExample {
  const code = `<iframe src="${origin}/embed/prompt/${slug}" title="A prompt" width="600" height="360" allow="clipboard-write"></iframe>`
  return { about: t('HTML, on your page'), code }
}
