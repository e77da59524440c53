import { type ReactNode, useState } from 'react'
import { Empty } from '#ui/lists/empty.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { SecretValue } from './secret-value.tsx'

type Props<Item> = {
  items: Item[] | undefined
  error: Error | null
  onRetry: () => void
  /**
   * `failure`: the title if loading fails. `empty`: the message of an empty list. `value`: the label of a new secret.
   * `create`: the label of the button that opens the form.
   */
  texts: { failure: string; empty: string; value: string; create: string }
  list: (items: Item[]) => ReactNode
  /** Renders the form for a new secret, which has to call `onCreated` with the secret's value. */
  form: (actions: { onCreated: (value: string) => void; onCancel: () => void }) => ReactNode
  /** Whether the button that opens the form is the page's primary button. */
  hasPrimaryButton?: boolean
}

/**
 * A list of a member's secrets, such as API tokens, and a form that creates one. The value of a new secret is shown
 * only once.
 */
export function SecretList<Item>({ items, error, onRetry, texts, list, form, hasPrimaryButton }: Props<Item>) {
  const [isCreating, setCreating] = useState(false)
  const [value, setValue] = useState<string | null>(null)
  const onCreated = (created: string) => {
    setValue(created)
    setCreating(false)
  }
  const createButton = !isCreating && (
    <button
      type="button"
      className={`btn justify-self-start ${hasPrimaryButton ? 'btn-primary' : ''}`}
      onClick={() => setCreating(true)}
    >
      {texts.create}
    </button>
  )
  return (
    <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!items && !error}>
      {error && !items && <LoadFailure title={texts.failure} error={error} onRetry={onRetry} />}
      {value && <SecretValue label={texts.value} value={value} onClose={() => setValue(null)} />}
      {items?.length === 0 && <Empty action={createButton}>{texts.empty}</Empty>}
      {items && items.length > 0 && list(items)}
      {isCreating
        ? form({ onCreated, onCancel: () => setCreating(false) })
        : (error || items) && items?.length !== 0 && createButton}
    </div>
  )
}
