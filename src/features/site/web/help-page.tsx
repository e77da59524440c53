import { Link } from '@tanstack/react-router'
import { faq } from '#features/site/faq-rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { InfoHeading, InfoPage } from './info-page.tsx'
import { ScriptSection } from './script-section.tsx'
import { ShortcutList } from './shortcut-list.tsx'

const shortcutsHeading = msg('Which keyboard shortcuts are there?')

/** The page with frequently asked questions, keyboard shortcuts, and examples for developers. */
export function HelpPage() {
  return (
    <InfoPage
      title={t('Help')}
      lead={rich('Answers to frequently asked questions. For anything else, use the <link>contact page</link>.', {
        link: (text) => (
          <Link to="/contact" className="link">
            {text}
          </Link>
        ),
      })}
      contents={[...faq.map(({ question }) => question), translate(shortcutsHeading)]}
    >
      {faq.map((item) => (
        <section key={item.question}>
          <InfoHeading>{item.question}</InfoHeading>
          <p>
            <Answer>{item.answer}</Answer>
          </p>
        </section>
      ))}
      <section id="keyboard">
        <InfoHeading>{translate(shortcutsHeading)}</InfoHeading>
        <p>
          {t(
            'Single keys work while you aren’t typing in a field. You can turn them off under “Keyboard” in the footer.',
          )}
        </p>
        <ShortcutList />
      </section>
      <ScriptSection />
    </InfoPage>
  )
}

/** The paths of the pages to which answers link, by link text. */
const namedPages: Record<string, string> = { '/api/docs': '/api/docs', 'In your AI app': '/mcp' }

/** An answer. The names of pages in it become links. */
function Answer({ children }: { children: string }) {
  return children.split(/(\/api\/docs|In your AI app)/).map((part) => {
    const path = namedPages[part]
    return path ? (
      <a key={part} href={path}>
        {part}
      </a>
    ) : (
      part
    )
  })
}
