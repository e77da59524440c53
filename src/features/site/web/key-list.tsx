const keys = [
  { key: '/', does: 'Search' },
  { key: 'j', does: 'Next prompt of a list' },
  { key: 'k', does: 'Previous prompt of a list' },
  { key: 'c', does: 'Copy the prompt of this page' },
  { key: '?', does: 'Show these keys' },
] as const

/** The single keys and what each does. */
export function KeyList() {
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
