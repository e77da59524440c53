import { Link } from '@tanstack/react-router'
import { type FaqItem, faq } from '#features/site/faq-rules.ts'
import { InfoPage } from './info-page.tsx'
import { ScriptSection } from './script-section.tsx'
import { ShortcutList } from './shortcut-list.tsx'

const shortcuts = { id: 'keyboard', question: 'Which keyboard shortcuts are there?' }

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
      aside={<Questions />}
    >
      {faq.map((item) => (
        <section key={item.question} id={idOf(item)}>
          <h2>{item.question}</h2>
          <p>
            <Answer>{item.answer}</Answer>
          </p>
        </section>
      ))}
      <section id={shortcuts.id}>
        <h2>{shortcuts.question}</h2>
        <p>
          Single keys work while you aren’t typing in a field. You can turn them off under “Keyboard” in the footer.
        </p>
        <ShortcutList />
      </section>
      <ScriptSection />
    </InfoPage>
  )
}

const idOf = ({ question }: FaqItem) =>
  question
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join('-')

/** Links to the questions, beside the text on large screens. */
function Questions() {
  const all = [...faq.map((item) => ({ id: idOf(item), question: item.question })), shortcuts]
  return (
    <nav className="sticky top-20 w-76 self-start text-small max-lg:hidden" aria-label="Questions">
      <ul className="border-ink border-t-2 pt-2">
        {all.map(({ id, question }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-1 text-ink-2 hover:text-ink hover:underline">
              {question}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The paths of the pages to which answers link, by the text of the link. */
const namedPages: Record<string, string> = { '/api/docs': '/api/docs', 'In your AI app': '/mcp' }

/** An answer, with links to the pages that it names. */
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
