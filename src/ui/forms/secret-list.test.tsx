import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SecretList } from './secret-list.tsx'

const texts = { failure: 'Not loaded', empty: 'There are none yet.', value: 'The link', create: 'New one' }
const render = (items: string[], hasPrimaryButton?: boolean) =>
  renderToString(
    <SecretList
      items={items}
      error={null}
      onRetry={() => undefined}
      texts={texts}
      list={() => <ul />}
      form={() => null}
      hasPrimaryButton={hasPrimaryButton}
    />,
  )

it('the button for a new secret is next to the message of an empty list, and otherwise below the list', () => {
  expect(render([])).toMatch(/There are none yet.<\/p><button[^>]*>New one</)
  expect(render([]).match(/New one/g)).toHaveLength(1)
  expect(render(['one'])).toMatch(/<ul><\/ul><button[^>]*>New one</)
})

it('the button for a new secret is a primary button only with `hasPrimaryButton`', () => {
  expect(render([], true)).toContain('btn-primary')
  expect(render([])).not.toContain('btn-primary')
})
