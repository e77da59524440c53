import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** The machines of the database servers, each named by the last number of its address. */
export const machines = [11, 12, 13]
/** What all addresses begin with. The address of the machine that runs the drill ends with 1. */
export const addressPrefix = '10.0.0.'
const bridge = 'bridge0'
const namespaceFolder = '/run/netns'

/** Simulated machines. Each has a network namespace and a virtual cable to a common bridge. The cables can be cut. */
export type Network = {
  /** Returns what to put before a command so that it runs on a machine. */
  commandOn(machine: number): string[]
  cut(machine: number): void
  reconnect(machine: number): void
  /** Kills all programs on a machine, as a power failure would. */
  powerOff(machine: number): void
}

/** Creates a network of `machines` in this process's own network and mount namespaces. */
export function openNetwork(): Network {
  const run = (line: string) => {
    const [program = '', ...args] = line.split(' ')
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const nameOf = (machine: number) => `db${machine}`
  const cableOf = (machine: number) => `cable${machine}`
  // `ip netns` creates a file for each namespace. Without a tmpfs, these files would remain after the drill.
  mkdirSync(namespaceFolder, { recursive: true })
  run(`mount -t tmpfs tmpfs ${namespaceFolder}`)
  run('ip link set lo up')
  run(`ip link add name ${bridge} type bridge`)
  run(`ip addr add ${addressPrefix}1/24 dev ${bridge}`)
  run(`ip link set ${bridge} up`)
  for (const machine of machines) {
    const name = nameOf(machine)
    run(`ip netns add ${name}`)
    run(`ip link add name ${cableOf(machine)} type veth peer name eth0 netns ${name}`)
    run(`ip link set ${cableOf(machine)} master ${bridge} up`)
    run(`ip -n ${name} addr add ${addressPrefix}${machine}/24 dev eth0`)
    for (const device of ['eth0', 'lo']) run(`ip -n ${name} link set ${device} up`)
  }
  return {
    commandOn: (machine) => ['ip', 'netns', 'exec', nameOf(machine)],
    cut: (machine) => run(`ip link set ${cableOf(machine)} down`),
    reconnect: (machine) => run(`ip link set ${cableOf(machine)} up`),
    powerOff(machine) {
      const { stdout } = spawnSync('ip', ['netns', 'pids', nameOf(machine)], { encoding: 'utf8' })
      for (const pid of stdout.split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL')
        } catch {
          // The process has ended already.
        }
      }
    },
  }
}
