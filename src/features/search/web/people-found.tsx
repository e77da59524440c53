import { Link } from '@tanstack/react-router'
import type { Contributor } from '#features/contributors/contract.ts'
import { counted } from '#lib/numbers.ts'

/** Contributors whose name matches the search. */
export function PeopleFound({ people }: { people: Contributor[] }) {
  if (people.length === 0) return null
  return (
    <section className="mb-4 flex flex-wrap items-center gap-2" aria-label="People">
      <h2 className="font-sans text-[0.875rem] tracking-normal">People</h2>
      {people.map(({ username, prompts }) => (
        <Link key={username} to="/user/$username" params={{ username }} className="chip">
          <b className="truncate font-semibold">{username}</b>
          <span className="text-ink-2">{counted(prompts, 'prompt')}</span>
        </Link>
      ))}
    </section>
  )
}
