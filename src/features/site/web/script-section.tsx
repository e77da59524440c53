import { useEffect, useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { dumpPath } from '#features/site/rules.ts'
import { cardExample, dumpExample, fillExamples, type ScriptExample } from '#features/site/script-example-rules.ts'
import { t } from '#lib/texts.ts'
import { CodeLine } from '#ui/code-line.tsx'
import { rich } from '#ui/rich.ts'

/** Stands for the end of a prompt's address in the examples. */
const slug = 'SLUG'

/** The section that shows developers how to use prompts in scripts and on other sites. It is closed at first. */
export function ScriptSection() {
  const [origin, setOrigin] = useState(siteFacts().origin ?? '')
  // Without the setting PUBLIC_URL, only the browser knows the host.
  useEffect(() => setOrigin(location.origin), [])
  return (
    <details className="mt-10 border-ink border-t-2 pt-3">
      <summary>
        <h2 className="inline">{t('For developers: scripts, all prompts in one file, cards on your site')}</h2>
      </summary>
      <h3 id="scripts" className="mt-6 mb-2">
        {t('How do I use prompts in scripts?')}
      </h3>
      <p>
        {t(
          'Replace {slug} with the end of the prompt’s address, and topic with the name of a blank in the prompt. The response is the filled-in text.',
          { slug },
        )}
      </p>
      <Examples examples={fillExamples(origin, slug)} />
      <h3 className="mt-6 mb-2">{t('Can I download all prompts?')}</h3>
      <p>
        {rich(
          '<link>This file</link> has a line of JSON for each published prompt, with its license. If the author reserves all rights, the line leaves out the prompt’s text. The file is written once a day, and again as soon as a prompt in it is removed. Send the last ETag as If-None-Match to get the file only if it has changed.',
          {
            link: (text) => (
              <a href={dumpPath} className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
      <Examples examples={[dumpExample(origin)]} />
      <h3 className="mt-6 mb-2">{t('Can I show a prompt on my site?')}</h3>
      <p>
        {t(
          'Yes, as a card with a Copy button. It sets no cookies and follows the visitor’s light or dark theme, unless you add ?theme=light or ?theme=dark. Sites that support oEmbed need only the prompt’s address.',
        )}
      </p>
      <Examples examples={[cardExample(origin, slug)]} />
    </details>
  )
}

function Examples({ examples }: { examples: ScriptExample[] }) {
  return (
    <div className="mt-3 grid gap-3">
      {examples.map(({ about, code }) => (
        <CodeLine key={about} text={code} about={about} />
      ))}
    </div>
  )
}
