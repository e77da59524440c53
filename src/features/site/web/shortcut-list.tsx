import { msg, translate } from '#lib/texts.ts'

const keys = [
  { key: '/', does: msg('Find prompts, tools, collections and pages') },
  { key: 'Ctrl K', does: msg('The same, also while you type (⌘K on a Mac)') },
  { key: 'j', does: msg('Next prompt in a list') },
  { key: 'k', does: msg('Previous prompt in a list') },
  { key: 'c', does: msg('Copy the prompt on this page') },
  { key: '?', does: msg('Show these shortcuts') },
] as const

/** Lists the shortcuts that every page has, and what each of them does. */
export function ShortcutList() {
  return (
    <dl className="key-list">
      {keys.map(({ key, does }) => (
        <div key={key}>
          <dt>
            <kbd className="kbd">{key}</kbd>
          </dt>
          <dd>{translate(does)}</dd>
        </div>
      ))}
    </dl>
  )
}
