import sys
sys.path.insert(0, __file__.rsplit("/",1)[0] if "/" in __file__ else ".")
from pathlib import Path
from judgelib.process import Child, PROBLEMS
from judgelib.check import *
from kernel.problem import *
import time
if sys.argv[1] == "check":
    for n in sys.argv[2:]:
        folder=[p for p in problem_folders(PROBLEMS) if p.name.startswith(n)][0]
        w=Workshop(sys.executable,"torch")
        t=time.time()
        r=check_problem(folder,w,None)
        w.close()
        print(r.name, f"{r.seconds:.2f} s for the solution, {time.time()-t:.1f} s", r.figures)
        for f in r.faults: print("   ",f)
        print("   ", len(r.faults), "faults")
