import { Link } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import { Icon } from '#ui/icon.tsx'

/** A member's link from a prompt's page to its tests, where cases are added and run. */
export function TestsLink({ prompt: { slug } }: { prompt: Pick<Prompt, 'slug'> }) {
  return (
    <Link to="/prompt/$slug/tests" params={{ slug }} className="btn">
      <Icon name="list-checks" className="icon-sm" />
      Tests
    </Link>
  )
}
