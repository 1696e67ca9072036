import { News } from './news.js';

/**
 * Shares the partitions of each group among the sources that read as it, over one storage and in one process. A
 * partition has one owner at a time; who joins or leaves moves some partitions, as a broker would.
 */
export class ConsumerGroups {
  readonly #partitions: number;
  readonly #members = new Map<string, GroupMember[]>();

  constructor(partitions: number) {
    this.#partitions = partitions;
  }

  /** A new member; it owns its share at once. */
  join(group: string): GroupMember {
    const member = new GroupMember(() => {
      this.#share(
        group,
        this.#membersOf(group).filter((other) => other !== member),
      );
    });
    this.#share(group, [...this.#membersOf(group), member]);
    return member;
  }

  #membersOf(group: string): readonly GroupMember[] {
    return this.#members.get(group) ?? [];
  }

  #share(group: string, members: GroupMember[]): void {
    const left = this.#membersOf(group).filter((member) => !members.includes(member));
    this.#members.set(group, members);
    const shares = members.map((_, place) => shareOf(place, members.length, this.#partitions));
    // Taken away from everybody first, so that no partition has two owners.
    for (const member of left) member.keep([]);
    for (const [place, member] of members.entries()) member.keep(shares[place] ?? []);
    for (const [place, member] of members.entries()) member.take(shares[place] ?? []);
  }
}

/** One source in its group. */
export class GroupMember {
  readonly #owned = new Map<number, AbortController>();
  readonly #news = new News();
  readonly #leave: () => void;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Resolves when this member owns the partition, with a signal that aborts when it is lost; `null` after an abort. */
  async own(partition: number, signal: AbortSignal): Promise<AbortSignal | null> {
    while (!signal.aborted) {
      const lease = this.#owned.get(partition);
      if (lease !== undefined) return lease.signal;
      await this.#news.wait(this.#news.version, signal);
    }
    return null;
  }

  /** Gives every partition back. Idempotent. */
  leave(): void {
    this.#leave();
  }

  /** Loses what is not in `share`. */
  keep(share: readonly number[]): void {
    for (const [partition, lease] of [...this.#owned]) {
      if (share.includes(partition)) continue;
      this.#owned.delete(partition);
      lease.abort();
    }
  }

  /** Gets what it has not of `share`. */
  take(share: readonly number[]): void {
    for (const partition of share) {
      if (!this.#owned.has(partition)) this.#owned.set(partition, new AbortController());
    }
    this.#news.wake();
  }
}

function shareOf(place: number, members: number, partitions: number): readonly number[] {
  return Array.from({ length: partitions }, (_, partition) => partition).filter(
    (partition) => partition % members === place,
  );
}
