import { Link } from '@tanstack/react-router'
import { faq } from '#features/site/faq-rules.ts'
import { InfoPage } from './info-page.tsx'
import { ScriptSection } from './script-section.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** Frequently asked questions with answers, and the keyboard shortcuts. */
export function HelpPage() {
  return (
    <InfoPage
      title="Help"
      lead={
        <>
          Answers to frequently asked questions. For anything else, use the{' '}
          <Link to="/contact" className="link">
            contact page
          </Link>
          .
        </>
      }
    >
      {faq.map(({ question, answer }) => (
        <section key={question}>
          <h2>{question}</h2>
          <p>{answer}</p>
        </section>
      ))}
      <section id="keyboard">
        <h2>Which keyboard shortcuts are there?</h2>
        <p>
          Single keys work while you aren’t typing in a field. You can turn them off under “Keyboard” in the footer.
        </p>
        <ShortcutList />
      </section>
      <ScriptSection />
    </InfoPage>
  )
}
