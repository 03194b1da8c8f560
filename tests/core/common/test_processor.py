"""Where numpy's fastest sort is slow it is not used, and nowhere else."""

from pathlib import Path

from bleu_core.cli import CPU_VARIABLE, choose_instructions

ABOUT = "processor\t: 0\nvendor_id\t: {}\ncpu family\t: {}\nmodel\t\t: 17\nflags\t\t: fpu sse2 {}\n"


def test_only_zen_4_is_spared(tmp_path: Path) -> None:
    about = tmp_path / "cpuinfo"
    processors = {
        ("AuthenticAMD", 25, "avx2 avx512f"): True,
        ("AuthenticAMD", 25, "avx2"): False,  # Zen 3
        ("AuthenticAMD", 26, "avx2 avx512f"): False,  # Zen 5
        ("GenuineIntel", 6, "avx2 avx512f"): False,
    }
    for processor, spared in processors.items():
        about.write_text(ABOUT.format(*processor))
        environment: dict[str, str] = {}
        choose_instructions(environment, about)
        assert (CPU_VARIABLE in environment) == spared
        chosen = {CPU_VARIABLE: ""}
        choose_instructions(chosen, about)
        assert chosen == {CPU_VARIABLE: ""}
    environment = {}
    choose_instructions(environment, tmp_path / "none")
    assert not environment
