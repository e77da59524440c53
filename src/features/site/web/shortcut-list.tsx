const keys = [
  { key: '/', does: 'Search' },
  { key: 'j', does: 'Next prompt in a list' },
  { key: 'k', does: 'Previous prompt in a list' },
  { key: 'c', does: 'Copy the prompt on this page' },
  { key: '?', does: 'Show these shortcuts' },
] as const

/** Lists the single-key shortcuts, and what each of them does. */
export function ShortcutList() {
  return (
    <dl className="key-list">
      {keys.map(({ key, does }) => (
        <div key={key}>
          <dt>
            <kbd className="kbd">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
