import { type ComponentType, lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'

/** The functions that load the code of the late sections (see `lateSection`). Only the server uses this list. */
const loaders: (() => Promise<unknown>)[] = []

/** Loads the code of all late sections. The server calls this at startup, because rendering can't wait for code. */
export async function loadLateSections(): Promise<void> {
  await Promise.all(loaders.map((load) => load()))
}

/** If the code can't be loaded, the section waits forever. It then keeps the server's HTML, whose links still work. */
const neverResolve = () => new Promise<never>(() => {})

/**
 * Makes a component for a late section: one whose code loads after that of the page. The server renders the section,
 * and the browser keeps that HTML until the code has loaded, or for good if loading fails. Once it has loaded, the last
 * click on a button in the section is repeated. Call this at the top level of a module.
 */
export function lateSection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadSection = async () => {
    loaded = await load()
    return loaded
  }
  if (import.meta.env.SSR) loaders.push(loadSection)
  const LazySection = lazy(() =>
    loadSection().then((section) => ({ default: section }), neverResolve),
  ) as unknown as ComponentType<Props>
  function LateSection(props: Props) {
    const [Section] = useState(() => loaded ?? LazySection)
    const wrapper = useRef<HTMLDivElement>(null)
    return (
      <div ref={wrapper} className="contents" data-late="">
        <Suspense fallback={null}>
          <Section {...props} />
          <RepeatEarlyClick wrapper={wrapper} />
        </Suspense>
      </div>
    )
  }
  // Memoized, because React would discard the server's HTML if the section rendered again before its code has loaded.
  return memo(LateSection) as unknown as ComponentType<Props>
}

/** The last click on a button in a late section that couldn't react to it yet. */
let earlyClick: { event: Event; button: HTMLElement } | undefined
if (!import.meta.env.SSR) {
  const remember = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-late] button')
    if (button) earlyClick = { event, button }
  }
  document.addEventListener('click', remember, { capture: true })
}

/** Repeats the early click when its section can react to it. */
function RepeatEarlyClick({ wrapper }: { wrapper: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = wrapper.current
    element?.removeAttribute('data-late')
    if (!earlyClick || !element?.contains(earlyClick.button)) return
    const { event, button } = earlyClick
    earlyClick = undefined
    // If this click caused the hydration, React repeats it by itself.
    if (event !== window.event) button.click()
  }, [wrapper])
  return null
}
