import { Link } from '@tanstack/react-router'
import { faq } from '#features/site/faq-rules.ts'
import { InfoPage } from './info-page.tsx'
import { KeyList } from './key-list.tsx'

/** Questions with their answers, and the keys. */
export function HelpPage() {
  return (
    <InfoPage
      title="Help"
      lead={
        <>
          Answers to what visitors ask. For anything else there is the{' '}
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
        <h2>Which keys are there?</h2>
        <p>Single keys act as long as you don’t type in a field. “Keyboard” in the footer can turn them off.</p>
        <KeyList />
      </section>
    </InfoPage>
  )
}
