import { useEffect, useState } from 'react'
import { CodeLine } from '#features/mcp/web/code-line.tsx'
import { dumpPath } from '#features/site/rules.ts'
import { cardExample, dumpExample, fillExamples, type ScriptExample } from '#features/site/script-example-rules.ts'
import { siteFacts } from '#web/site-facts.ts'

/** The placeholder for the end of a prompt's address in the examples. */
const slug = 'SLUG'

/** Lines of code that use prompts in scripts and on other sites. */
export function ScriptSection() {
  const [origin, setOrigin] = useState(siteFacts().origin ?? '')
  // Without PUBLIC_URL only the browser knows the host.
  useEffect(() => setOrigin(location.origin), [])
  return (
    <section id="scripts">
      <h2>How do I use prompts in scripts?</h2>
      <p>
        Replace {slug} with the end of the prompt’s address, and topic with the name of its blank. The response is the
        filled-in text.
      </p>
      <Examples examples={fillExamples(origin, slug)} />
      <h2>Can I have all prompts?</h2>
      <p>
        <a href={dumpPath} className="link">
          This file
        </a>{' '}
        has all published prompts, a line of JSON for each, with its license. It is written once a day, and again as
        soon as a prompt in it is removed. Texts whose author reserves all rights are left out. Send the last ETag as
        If-None-Match to get the file only if it has changed.
      </p>
      <Examples examples={[dumpExample(origin)]} />
      <h2>Can I show a prompt on my site?</h2>
      <p>
        Yes, as a card with a Copy button. It sets no cookies and follows the visitor’s light or dark theme, unless you
        add ?theme=light or ?theme=dark. Sites that support oEmbed need only the prompt’s address.
      </p>
      <Examples examples={[cardExample(origin, slug)]} />
    </section>
  )
}

function Examples({ examples }: { examples: ScriptExample[] }) {
  return (
    <dl className="grid gap-4">
      {examples.map(({ language, about, code }) => (
        <div key={language} className="grid gap-2">
          <dt>
            {language}, {about}
          </dt>
          <dd>
            <CodeLine text={code} about={`for ${language}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
